mod results;
mod scripts;
