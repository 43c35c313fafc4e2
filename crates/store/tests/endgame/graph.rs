//! A game drawn by lot: positions are numbers, moves lead anywhere that the slices allow, turns need not alternate.

use plybook_kernel::{Game, Indexed, Outcome, Player, Random, Slice, Turn};

/// What a graph looks like.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub slices: u64,
    pub per_slice: u64,
    pub unmoves: bool,
    /// Whether turns alternate.
    pub strict: bool,
    /// Whether moves may stay in their slice.
    pub cyclic: bool,
    pub margins: bool,
    pub seed: u64,
}

#[derive(Clone, Debug)]
pub struct Graph {
    plan: Plan,
    moves: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    ends: Vec<Option<Outcome>>,
    movers: Vec<u8>,
}

impl Graph {
    pub fn new(plan: Plan) -> Graph {
        let mut random = Random::new(plan.seed);
        let mut below = |limit: u64| random.next() % limit;
        let size = plan.slices * plan.per_slice;
        let mut graph = Graph {
            plan,
            moves: Vec::new(),
            before: vec![Vec::new(); size as usize],
            ends: Vec::new(),
            movers: Vec::new(),
        };
        graph.movers = (0..size).map(|_| below(2) as u8).collect();
        for position in 0..size {
            let slice = position / plan.per_slice;
            let reach = if plan.cyclic { (slice + 1) * plan.per_slice } else { slice * plan.per_slice };
            let mut moves = Vec::new();
            if below(8) > 0 && reach > 0 {
                for _ in 0..=below(3) {
                    // Mostly nearby, so that long wins come about.
                    let near = (position + below(9)).saturating_sub(6);
                    let to = if below(4) > 0 && near < reach { near } else { below(reach) } as u32;
                    let turned = graph.movers[to as usize] != graph.movers[position as usize];
                    if !moves.contains(&to) && (turned || !plan.strict) {
                        moves.push(to);
                        graph.before[to as usize].push(position as u32);
                    }
                }
            }
            let end = match below(10) {
                0..=4 => Outcome::Win(Player(below(2) as u8)),
                5..=7 if plan.margins => Outcome::Margin(below(7) as i32 - 3),
                _ => Outcome::Draw,
            };
            graph.ends.push(moves.is_empty().then_some(end));
            graph.moves.push(moves);
        }
        graph
    }

    /// Two players walk along a line and back as they like; the one end is lost.
    pub fn line(length: u32, unmoves: bool) -> Graph {
        let plan = Plan {
            slices: 1,
            per_slice: u64::from(length),
            unmoves,
            strict: true,
            cyclic: true,
            margins: false,
            seed: 0,
        };
        let mut graph = Graph::new(Plan { per_slice: 1, ..plan });
        graph.plan = plan;
        graph.moves = (0..length).map(|at| if at == 0 { Vec::new() } else { vec![at - 1] }).collect();
        graph.before =
            (0..length).map(|at| if at + 1 < length { vec![at + 1] } else { Vec::new() }).collect();
        graph.ends = (0..length).map(|at| (at == 0).then_some(Outcome::Win(Player::SECOND))).collect();
        graph.movers = (0..length).map(|at| (at % 2) as u8).collect();
        graph
    }
}

impl Game for Graph {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.moves.len() as u32 - 1
    }
    fn turn(&self, at: &u32) -> Turn {
        Turn::Player(Player(self.movers[*at as usize]))
    }
    fn moves(&self, at: &u32, out: &mut Vec<u32>) {
        out.extend(&self.moves[*at as usize]);
    }
    fn play(&self, at: &mut u32, to: u32) {
        *at = to;
    }
    /// Half of the ends show themselves, the others are found out when there is no move.
    fn outcome(&self, at: &u32) -> Option<Outcome> {
        self.ends[*at as usize].filter(|_| at.is_multiple_of(2))
    }
    fn no_moves(&self, at: &u32) -> Outcome {
        self.ends[*at as usize].unwrap_or(Outcome::Draw)
    }
    fn key(&self, at: &u32) -> u64 {
        u64::from(*at)
    }
    fn max_plies(&self) -> Option<u32> {
        None
    }
}

impl Indexed for Graph {
    const INDEXED: bool = true;

    fn slices(&self) -> Vec<Slice> {
        (0..self.plan.slices).map(Slice).collect()
    }
    fn slice(&self, at: &u32) -> Option<Slice> {
        let slice = Slice(u64::from(*at) / self.plan.per_slice);
        // Some finished positions are in no slice.
        (at % 16 != 2 || self.ends[*at as usize].is_none()).then_some(slice)
    }
    fn size(&self, _: Slice) -> u64 {
        self.plan.per_slice
    }
    fn rank(&self, at: &u32) -> u64 {
        u64::from(*at) % self.plan.per_slice
    }
    fn unrank(&self, slice: Slice, index: u64) -> Option<u32> {
        let at = (slice.0 * self.plan.per_slice + index) as u32;
        self.slice(&at).map(|_| at)
    }
    fn unmoves(&self, at: &u32, out: &mut Vec<u32>) -> bool {
        if self.plan.unmoves {
            out.extend(&self.before[*at as usize]);
        }
        self.plan.unmoves
    }
}
