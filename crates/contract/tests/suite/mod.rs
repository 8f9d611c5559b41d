mod case;
mod cases;
mod examples;
mod generate;
mod limits;
mod properties;
