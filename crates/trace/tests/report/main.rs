//! Reports of runs that are put on disk by hand.

#[cfg(test)]
mod kept;
#[cfg(test)]
mod pictures;
#[cfg(test)]
mod samples;

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod junit;
#[cfg(test)]
mod page;
#[cfg(test)]
mod properties;
