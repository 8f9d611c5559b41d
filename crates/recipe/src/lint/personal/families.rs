//! Surnames that are no other word a screen is likely to show, in small letters and sorted.

#[rustfmt::skip]
pub(super) const SURNAMES: &[&str] = &[
    "abbott", "ahmed", "al-farsi", "ali", "alvarez", "anderson", "andersson", "andrade", "andrews", "bailey",
    "barnes", "bauer", "bennett", "bernard", "bianchi", "bosch", "campbell", "carter", "castillo", "castro",
    "chang", "chavez", "chen", "cheng", "choi", "clarke", "colombo", "costa", "davies", "davis", "delgado",
    "diaz", "dubois", "dupont", "edwards", "esposito", "evans", "fernandes", "fernandez", "ferrari", "ferreira",
    "fischer", "flores", "fontaine", "garcia", "gomes", "gomez", "goncalves", "gonzales", "gonzalez", "graham",
    "greco", "gruber", "gupta", "gutierrez", "hansen", "harris", "hartmann", "hashimoto", "hassan", "henderson",
    "hernandez", "herrmann", "hoffmann", "hofmann", "howard", "huang", "huber", "hughes", "hussain", "ibrahim",
    "ito", "ivanov", "ivanova", "jackson", "jansen", "janssen", "jenkins", "jensen", "jimenez", "johansson",
    "johnson", "jones", "kapoor", "karlsson", "kaufmann", "kaur", "kelly", "khan", "kim", "kobayashi", "kovacs",
    "kowalska", "kowalski", "kraus", "kruger", "kumar", "lambert", "larsen", "lee", "lefebvre", "lehmann",
    "leroy", "lewandowski", "lewis", "li", "lim", "lin", "liu", "lopez", "lorenz", "maier", "mancini", "marino",
    "martin", "martinez", "mayer", "medina", "mehta", "mendes", "mendoza", "meyer", "mitchell", "moore",
    "morales", "moreau", "moreno", "moretti", "morris", "mueller", "muller", "murphy", "nakamura", "nelson",
    "neumann", "nguyen", "nielsen", "novak", "nowak", "o'brien", "o'connor", "ortega", "ortiz", "papadopoulos",
    "parker", "patel", "pereira", "perez", "peters", "petersen", "petersson", "petrov", "petrova", "pham",
    "phillips", "ramirez", "ramos", "reddy", "reyes", "ribeiro", "ricci", "richardson", "rivera", "roberts",
    "robinson", "rodrigues", "rodriguez", "rojas", "romano", "romero", "rossi", "roy", "ruiz", "russo",
    "sanchez", "sanders", "santos", "sato", "schafer", "schmid", "schmidt", "schmitt", "schneider", "scholz",
    "schroder", "schubert", "schulz", "schulze", "sharma", "silva", "singh", "sokolov", "sokolova", "sorensen",
    "souza", "stewart", "sullivan", "suzuki", "takahashi", "tanaka", "thomas", "thompson", "torres", "tran",
    "vargas", "vasquez", "volkov", "wagner", "walsh", "wang", "watanabe", "watson", "weber", "weiss", "werner",
    "williams", "wilson", "winkler", "wong", "wright", "wu", "xu", "yamamoto", "yang", "yilmaz", "zhang",
    "zhao", "zhou", "zimmermann",
];
