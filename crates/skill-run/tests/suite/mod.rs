mod deeds;
mod finger;
mod results;
mod rig;
mod scripts;
mod shipped;
mod tempting;
mod truth;
