mod answer;
mod case;
mod cases;
mod dump_property;
mod properties;
mod render;
mod xml;
