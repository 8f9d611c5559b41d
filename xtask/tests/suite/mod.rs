mod documents;
mod manifests;
mod repository;
mod sources;
