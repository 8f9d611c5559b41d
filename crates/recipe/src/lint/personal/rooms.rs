//! What rooms and places at home are called, in small letters.

/// Rooms, each a word or several in a row.
#[rustfmt::skip]
pub(super) const ROOMS: &[&str] = &[
    "arbeitszimmer", "attic", "back door", "backyard", "badezimmer", "bagno", "balcony", "basement", "bathroom",
    "beach house", "bedroom", "bedrooms", "camera da letto", "chambre", "child room", "children room", "cocina",
    "comedor", "cozinha", "cuarto de baño", "cucina", "cuisine", "dachboden", "dining room", "dormitorio",
    "downstairs", "driveway", "esszimmer", "family room", "flur", "front door", "front yard", "game room",
    "garage", "garage door", "guest room", "hallway", "holiday home", "home office", "home theater", "keller",
    "keuken", "kid room", "kids room", "kinderzimmer", "kitchen", "kuchnia", "kök", "küche", "lake house",
    "laundry room", "living room", "livingroom", "master bedroom", "mudroom", "my home", "my room", "nursery",
    "our home", "pantry", "patio", "playroom", "porch", "quarto", "sala de estar", "salle de bain", "salle à
    manger", "salon", "schlafzimmer", "slaapkamer", "soggiorno", "soverom", "sovrum", "summer house", "sunroom",
    "sypialnia", "upstairs", "utility room", "walk-in closet", "wohnzimmer", "woonkamer",
];
