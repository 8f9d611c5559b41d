mod case;
mod cases;
mod examples;
mod library;
mod readme;
mod seed_lines;
mod shell;
