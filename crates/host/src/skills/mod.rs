//! Skills for every surface: where they are, what they take, and running one on a phone.

mod dry_run;
mod inputs;
mod ready;
mod recipe_file;
mod refusal;
mod run;
mod shelf;
mod shown;

pub use self::dry_run::{DryStep, DryVerdict, SkillDryRun, origin};
pub use self::inputs::add_inputs;
pub(crate) use self::ready::Ready;
pub use self::ready::ReadySkill;
pub use self::recipe_file::{RecipeFile, has_separator, is_recipe_file};
pub use self::refusal::SkillRefusal;
pub(crate) use self::run::BegunRecipe;
pub use self::run::{ScriptHome, SkillRun};
pub use self::shelf::SkillShelf;
pub use self::shown::{ShownInput, ShownRecipe, ShownSkill};
