//! Building a database: slice after slice, each solved, verified, written and read back.

use super::cells::Cells;
use super::error::EndgameError;
use super::file::{Expected, SliceFile};
use super::folder::{CHECKPOINT, FINISHED, Folder, expected};
use super::header::{Header, Stage};
use super::judge::{Source, SuccessorSlices};
use super::meter::{BuildObserver, Meter, Step};
use super::solve::Solver;
use super::verify::{By, verify};
use super::writer::write_slice;
use crate::file::{Disk, RealDisk};
use plybook_kernel::{Indexed, Slice};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Bytes of unpacked blocks that are kept of slices that do not fit into memory.
const CACHE_BYTES: usize = 64 << 20;
/// Passes over the positions of a slice: classify, solve, verify.
const PASSES: u64 = 3;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Threads that work at the same time.
    pub threads: usize,
    /// Bytes of memory that values may take.
    pub memory: u64,
    /// How long to work between two checkpoints.
    pub checkpoint: Duration,
    /// The names of the slices wanted, with all that they need; all slices if there is none.
    pub slices: Vec<String>,
}

impl Default for BuildOptions {
    fn default() -> BuildOptions {
        BuildOptions { threads: 1, memory: 4 << 30, checkpoint: Duration::from_secs(60), slices: Vec::new() }
    }
}

/// A slice of a database, as its file says it is.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceReport {
    /// The slice.
    pub slice: Slice,
    /// Its name.
    pub name: String,
    /// Numbers that it uses, holes included.
    pub size: u64,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// Numbers of no position.
    pub holes: u64,
    /// The longest distance, in plies.
    pub longest: u32,
    /// The checksum of all values.
    pub signature: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Where it is.
    pub path: PathBuf,
    /// How long it took to build; nothing if it was there already.
    pub time: Option<Duration>,
}

impl SliceReport {
    pub(crate) fn new(file: &SliceFile, time: Option<Duration>) -> SliceReport {
        let Header { slice, slice_name, size, counts, longest, signature, .. } = file.header().clone();
        let [wins, draws, losses, holes] = counts;
        SliceReport {
            slice,
            name: slice_name,
            size,
            wins,
            draws,
            losses,
            holes,
            longest,
            signature,
            bytes: file.bytes(),
            path: file.path().to_owned(),
            time,
        }
    }
}

/// Builds what is missing of a game's database: the wanted slices and all that they need. Work that was interrupted
/// is taken up where it was.
///
/// # Errors
/// The memory is not enough, the disk refuses something, the job was stopped, or the numbering is wrong.
pub fn build<G: Indexed>(
    game: &G,
    name: &str,
    folder: &Folder,
    options: &BuildOptions,
    watch: &dyn BuildObserver,
) -> Result<Vec<SliceReport>, EndgameError> {
    build_on(&RealDisk, game, name, folder, options, watch)
}

/// The same on any disk.
///
/// # Errors
/// As for `build`.
pub fn build_on<G: Indexed>(
    disk: &dyn Disk,
    game: &G,
    name: &str,
    folder: &Folder,
    options: &BuildOptions,
    watch: &dyn BuildObserver,
) -> Result<Vec<SliceReport>, EndgameError> {
    let _lock = folder.lock(name)?;
    let mut reports = Vec::new();
    let mut missing = Vec::new();
    for slice in wanted(game, &options.slices)? {
        let expected = expected(game, name, slice);
        match SliceFile::open(&folder.path(&expected, FINISHED), &expected) {
            Ok(file) if file.is_finished() => reports.push(SliceReport::new(&file, None)),
            _ => missing.push((slice, expected)),
        }
    }
    let total = missing.iter().map(|(_, expected)| PASSES * expected.size).sum();
    let meter = Meter::new(watch, total);
    for (slice, expected) in missing {
        let job = Job { disk, game, name, folder, options, meter: &meter, slice, expected };
        reports.push(job.run()?);
    }
    reports.sort_by_key(|report| report.slice);
    Ok(reports)
}

/// The slices of these names and all that they need, in order; all slices if there are no names.
///
/// # Errors
/// There is no slice of a name.
pub fn wanted<G: Indexed>(game: &G, names: &[String]) -> Result<Vec<Slice>, EndgameError> {
    let all = game.slices();
    if names.is_empty() {
        return Ok(all);
    }
    let mut open = Vec::new();
    for name in names {
        let Some(&slice) = all.iter().find(|&&slice| game.slice_name(slice).eq_ignore_ascii_case(name))
        else {
            let known: Vec<String> = all.iter().take(40).map(|&slice| game.slice_name(slice)).collect();
            let more = if all.len() > known.len() { ", ..." } else { "" };
            let known = known.join(", ") + more;
            return Err(EndgameError::NoSlice { name: name.clone(), known });
        };
        open.push(slice);
    }
    let mut needed = BTreeSet::new();
    while let Some(slice) = open.pop() {
        if needed.insert(slice) {
            open.extend(game.reaches(slice));
        }
    }
    Ok(needed.into_iter().collect())
}

/// The earlier slices that one move may lead to: in memory as long as they fit, the smallest first, else on disk.
pub(crate) fn open_earlier<G: Indexed>(
    game: &G,
    name: &str,
    folder: &Folder,
    slice: Slice,
    mut memory: u64,
) -> Result<SuccessorSlices, EndgameError> {
    let mut files = Vec::new();
    for earlier in game.reaches(slice) {
        let expected = expected(game, name, earlier);
        let path = folder.path(&expected, FINISHED);
        let missing =
            || EndgameError::Missing { slice: game.slice_name(slice), missing: expected.slice_name.clone() };
        if !path.exists() {
            return Err(missing());
        }
        let file = SliceFile::open(&path, &expected)?;
        if !file.is_finished() {
            return Err(missing());
        }
        files.push((earlier, file));
    }
    files.sort_by_key(|(_, file)| file.header().size);
    let mut sources = HashMap::new();
    for (earlier, file) in files {
        let bytes = Cells::bytes(file.header().size, file.header().width == 2);
        let source = if bytes <= memory {
            memory -= bytes;
            Source::Loaded(file.load(&mut |_| ())?)
        } else {
            Source::File(file)
        };
        sources.insert(earlier, source);
    }
    Ok(SuccessorSlices::new(sources, CACHE_BYTES))
}

/// The building of one slice.
struct Job<'a, G: Indexed> {
    disk: &'a dyn Disk,
    game: &'a G,
    name: &'a str,
    folder: &'a Folder,
    options: &'a BuildOptions,
    meter: &'a Meter<'a>,
    slice: Slice,
    expected: Expected,
}

impl<G: Indexed> Job<'_, G> {
    fn run(&self) -> Result<SliceReport, EndgameError> {
        let began = Instant::now();
        let Expected { slice_name, size, .. } = &self.expected;
        self.meter.step(slice_name, Step::Read);
        let need = Solver::<G>::bytes(*size);
        if need > self.options.memory {
            return Err(self.too_large(need));
        }
        let mut left = self.options.memory - need;
        let counting = Solver::<G>::counting_bytes(*size) <= left;
        if counting && self.game.neighbours(self.slice).is_some() {
            left -= Solver::<G>::counting_bytes(*size);
        }
        let earlier = open_earlier(self.game, self.name, self.folder, self.slice, left)?;
        let cells = self.values(&earlier, counting)?;
        let how = (self.options.threads.max(1), By::Shortcut);
        verify(self.game, self.slice, &cells, &earlier, how, self.meter)?;
        self.meter.step(slice_name, Step::Write);
        let file = self.write(&cells)?;
        Ok(SliceReport::new(&file, Some(began.elapsed())))
    }

    fn too_large(&self, need: u64) -> EndgameError {
        let slice = self.expected.slice_name.clone();
        EndgameError::Memory { slice, need: need.div_ceil(1 << 20), limit: self.options.memory >> 20 }
    }

    /// All values, from a checkpoint if there is one that can be used.
    fn values(&self, earlier: &SuccessorSlices, counting: bool) -> Result<Cells, EndgameError> {
        let began = Instant::now();
        let threads = self.options.threads.max(1);
        let size = self.expected.size;
        let mut solver = Solver::new(self.game, self.slice, earlier, threads, counting, self.meter);
        match self.checkpoint() {
            Some((cells, Stage::Layer(layer))) => solver.resume(cells, layer),
            Some((cells, _)) => {
                self.meter.tick((PASSES - 1) * size);
                return Ok(cells);
            }
            None => solver.classify()?,
        }
        let mut saved = began;
        loop {
            if saved.elapsed() >= self.options.checkpoint {
                self.save(solver.cells(), Stage::Layer(solver.layer()))?;
                saved = Instant::now();
            }
            if !solver.next_layer()? {
                break;
            }
        }
        self.meter.tick(size.saturating_sub(solver.carried()));
        let cells = solver.into_cells();
        if began.elapsed() >= self.options.checkpoint {
            self.save(&cells, Stage::Built)?;
        }
        Ok(cells)
    }

    /// What an interrupted build left, if it is in order.
    fn checkpoint(&self) -> Option<(Cells, Stage)> {
        let file = SliceFile::open(&self.folder.path(&self.expected, CHECKPOINT), &self.expected).ok()?;
        Some((file.load(&mut |_| ()).ok()?, file.header().stage))
    }

    fn save(&self, cells: &Cells, stage: Stage) -> Result<(), EndgameError> {
        let path = self.folder.path(&self.expected, CHECKPOINT);
        write_slice(self.disk, &path, &self.expected, self.slice, stage, cells).map(|_| ())
    }

    /// Writes the finished slice, reads it back and throws its checkpoint away.
    fn write(&self, cells: &Cells) -> Result<SliceFile, EndgameError> {
        let path = self.folder.path(&self.expected, FINISHED);
        let written = write_slice(self.disk, &path, &self.expected, self.slice, Stage::Finished, cells)?;
        let file = SliceFile::open(&path, &self.expected)?;
        file.load(&mut |_| ())?;
        if *file.header() != written {
            return Err(EndgameError::refused(&path, "what was read back is not what was written"));
        }
        let checkpoint = self.folder.path(&self.expected, CHECKPOINT);
        if checkpoint.exists() {
            self.disk.remove(&checkpoint).map_err(EndgameError::disk(&checkpoint, "delete it"))?;
        }
        Ok(file)
    }
}
