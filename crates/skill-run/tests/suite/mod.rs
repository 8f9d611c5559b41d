mod deeds;
mod results;
mod rig;
mod scripts;
mod shipped;
mod truth;
