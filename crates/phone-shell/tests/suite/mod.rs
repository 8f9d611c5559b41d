mod files;
mod generator;
mod limits;
mod mksh;
mod phone;
mod programs;
mod syntax;
