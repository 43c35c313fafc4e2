//! A rules file: read, checked, and handed on as a game of the width that its board needs.

use crate::definition::{Definition, Described};
use crate::error::RulesError;
use crate::game::CompiledGame;
use crate::lexer::Values;
use crate::parser::{declared, parse, parse_all, standing};
use crate::sowing::SowingGame;
use crate::sowing::definition::SowingDefinition;
use plybook_kernel::options::OptionKind;
use plybook_kernel::{ListedGame, OptionInfo, OptionValues, ReadError, Text};
use std::sync::Arc;

/// Cells that fit one word.
const WORD_CELLS: usize = u64::BITS as usize;

/// A rules file that was read and found sound.
#[derive(Clone, Debug)]
pub struct RulesFile {
    source: Arc<str>,
    definition: Described,
    given: OptionValues,
    /// The cells of the largest board that the options can make.
    most_cells: usize,
}

/// Code that needs the concrete game of a file.
pub trait RulesVisitor {
    /// What the visit gives.
    type Output;
    /// Called with the game.
    fn visit<G: ListedGame>(self, game: G) -> Self::Output;
}

impl RulesFile {
    /// Reads a file with the defaults of its options.
    ///
    /// # Errors
    /// The first fault, with line, column and remedy.
    pub fn read(text: &str) -> Result<RulesFile, RulesError> {
        RulesFile::read_with(text, "").map_err(|error| match error {
            FileError::Rules(error) => error,
            FileError::Options(error) => RulesError {
                line: 1,
                column: 1,
                text: String::new(),
                problem: error.problem,
                remedy: error.remedy,
            },
        })
    }

    /// Reads a file with the defaults of its options, and tells all faults that can be told apart: behind one in a
    /// statement that others rely on there may be more.
    ///
    /// # Errors
    /// The faults, at least one, in the order of the lines.
    pub fn check(text: &str) -> Result<RulesFile, Vec<RulesError>> {
        let declared = declared(text).map_err(|fault| vec![fault])?;
        let values = standing(&declared, &OptionValues::new());
        parse_all(text, declared, &values).map_err(|faults| faults.0)?;
        // What only other values of the options show.
        RulesFile::read(text).map_err(|fault| vec![fault])
    }

    /// Reads a file with the options of a text such as `size=6x6`.
    ///
    /// # Errors
    /// The file has a fault, with these options, or no such option.
    pub fn read_as(text: &str, options: &str) -> Result<RulesFile, ReadError> {
        RulesFile::read_with(text, options).map_err(|error| match error {
            FileError::Rules(error) => error.into(),
            FileError::Options(error) => error,
        })
    }

    fn read_with(text: &str, options: &str) -> Result<RulesFile, FileError> {
        let declared = declared(text).map_err(FileError::Rules)?;
        let given = OptionValues::read(&declared, options).map_err(FileError::Options)?;
        let values = standing(&declared, &given);
        let definition = parse(text, declared.clone(), &values).map_err(FileError::Rules)?;
        let variants = variants(text, &declared).map_err(FileError::Rules)?;
        let most_cells = cells_of_all(&definition, &variants).map_err(FileError::Rules)?;
        Ok(RulesFile { source: text.into(), definition, given, most_cells })
    }

    /// The name by which the game is chosen: its title in small letters, digits and hyphens.
    #[must_use]
    pub fn name(&self) -> &str {
        self.definition.name()
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        self.definition.title()
    }

    /// The same file with another name for the game, in small letters, digits and hyphens.
    #[must_use]
    pub fn named(mut self, name: &str) -> RulesFile {
        self.definition = self.definition.named(name);
        self
    }

    /// The file's text.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Makes the game and hands it to a visitor.
    pub fn visit<V: RulesVisitor>(self, visitor: V) -> V::Output {
        let definition = match self.definition {
            Described::Board(definition) => *definition,
            Described::Sowing(definition) => {
                return visitor.visit(SowingGame::new(self.source, *definition, self.given));
            }
        };
        match self.most_cells.div_ceil(WORD_CELLS) {
            0 | 1 => visitor.visit(CompiledGame::<1>::new(self.source, definition, self.given)),
            2 => visitor.visit(CompiledGame::<2>::new(self.source, definition, self.given)),
            _ => visitor.visit(CompiledGame::<4>::new(self.source, definition, self.given)),
        }
    }
}

/// The cells of the largest board among a file's variants, all of which must be games of the same kind.
fn cells_of_all(definition: &Described, variants: &[Described]) -> Result<usize, RulesError> {
    let mut most = 0;
    for variant in [definition].into_iter().chain(variants) {
        match (definition, variant) {
            (Described::Board(_), Described::Board(variant)) => most = most.max(variant.board.len()),
            (Described::Sowing(_), Described::Sowing(_)) => {}
            _ => {
                return Err(RulesError {
                    line: 1,
                    column: 1,
                    text: String::new(),
                    problem: "an option makes a board of pits, or pits of a board".to_owned(),
                    remedy: "write two files".to_owned(),
                });
            }
        }
    }
    Ok(most)
}

/// Reads the file with every value of every option, numbers at both ends of their range: each must make sense.
fn variants(text: &str, declared: &[OptionInfo]) -> Result<Vec<Described>, RulesError> {
    let mut tried: Vec<Values> = Vec::new();
    let standard = standing(declared, &OptionValues::new());
    let mut largest = standard.clone();
    for option in declared {
        let name = option.name.to_string();
        let values: Vec<String> = match &option.kind {
            OptionKind::Choice { words, .. } => words.iter().map(Text::to_string).collect(),
            OptionKind::Number { range, .. } => vec![range.start().to_string(), range.end().to_string()],
            _ => Vec::new(),
        };
        if let (OptionKind::Number { .. }, Some(most)) = (&option.kind, values.last()) {
            largest.insert(name.clone(), most.clone());
        }
        tried.extend(values.into_iter().map(|value| {
            let mut variant = standard.clone();
            variant.insert(name.clone(), value);
            variant
        }));
    }
    tried.push(largest);
    let read = |values: &Values| {
        parse(text, declared.to_vec(), values).map_err(|mut error| {
            let changed = values.iter().filter(|(name, value)| standard.get(*name) != Some(value));
            let with: Vec<String> = changed.map(|(name, value)| format!("{name}={value}")).collect();
            if !with.is_empty() {
                error.problem += &format!(" (with {})", with.join(", "));
            }
            error
        })
    };
    tried.iter().map(read).collect()
}

/// Why a file with options makes no game.
enum FileError {
    Rules(RulesError),
    Options(ReadError),
}

/// What the file describes with other options. The game keeps the name that it was given.
fn described(source: &str, name: &str, options: &OptionValues) -> Result<Described, ReadError> {
    let declared = declared(source)?;
    let values = standing(&declared, options);
    Ok(parse(source, declared, &values)?.named(name))
}

/// The same file with other options, for a board of the same width in words.
pub(crate) fn compile<const W: usize>(
    source: &Arc<str>,
    name: &str,
    options: &OptionValues,
) -> Result<CompiledGame<W>, ReadError> {
    let definition: Definition = match described(source, name, options)? {
        Described::Board(definition) => *definition,
        Described::Sowing(_) => return Err(options.refuse("the board becomes pits", "write two files")),
    };
    if definition.board.len() > W * WORD_CELLS {
        let problem = format!("the board has {} cells, too many for a variant", definition.board.len());
        return Err(options.refuse(problem, "make the largest board the file's default"));
    }
    Ok(CompiledGame::new(Arc::clone(source), definition, options.clone()))
}

/// The same game of sowing with other options.
pub(crate) fn compile_sowing(
    source: &Arc<str>,
    name: &str,
    options: &OptionValues,
) -> Result<SowingGame, ReadError> {
    let definition: SowingDefinition = match described(source, name, options)? {
        Described::Sowing(definition) => *definition,
        Described::Board(_) => return Err(options.refuse("the pits become a board", "write two files")),
    };
    Ok(SowingGame::new(Arc::clone(source), definition, options.clone()))
}
