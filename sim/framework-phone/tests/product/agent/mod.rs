//! An agent that looks at real views and touches points of what it was shown, through everything that a surface uses.

mod eyes;
mod looks;
mod points;
