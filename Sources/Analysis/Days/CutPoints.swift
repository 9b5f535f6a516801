/// Limits between sedentary, light, moderate and vigorous activity, as published for people of an age with a recorder at a
/// place: they hold there, and nowhere else.
public struct CutPoints: Hashable, Sendable {
    /// What the limits are of.
    public enum Measure: String, Hashable, Sendable {
        /// ENMO in mg, over epochs of 5 s.
        case enmo = "enmo_mg"
        /// ActiGraph counts of the vertical axis a minute.
        case counts = "counts_per_minute"
    }

    /// Their name on the command line.
    public let name: String
    /// Whom they were found with.
    public let age: String
    /// Where the recorder was worn.
    public let place: String
    /// Which recorder it was.
    public let device: String
    /// Who published them.
    public let source: String
    /// What they are of.
    public let measure: Measure
    /// From here on activity is light; below it is sedentary.
    public let light: Double
    /// From here on it is moderate.
    public let moderate: Double
    /// From here on it is vigorous; nil where only moderate and above was found.
    public let vigorous: Double?

    /// Every set that is known.
    public static let all: [CutPoints] = [
        hildebrand("adult-wrist-actigraph", "21 to 61 years", "wrist", "ActiGraph", 44.8, 100.6, 428.8),
        hildebrand("adult-wrist-geneactiv", "21 to 61 years", "wrist", "GENEActiv", 45.8, 93.2, 418.3),
        hildebrand("adult-hip-actigraph", "21 to 61 years", "hip", "ActiGraph", 47.4, 69.1, 258.7),
        hildebrand("adult-hip-geneactiv", "21 to 61 years", "hip", "GENEActiv", 46.9, 68.7, 266.8),
        hildebrand("child-wrist-actigraph", "7 to 11 years", "wrist", "ActiGraph", 35.6, 201.4, 707),
        hildebrand("child-wrist-geneactiv", "7 to 11 years", "wrist", "GENEActiv", 56.3, 191.6, 695.8),
        hildebrand("child-hip-actigraph", "7 to 11 years", "hip", "ActiGraph", 63.3, 142.6, 464.6),
        hildebrand("child-hip-geneactiv", "7 to 11 years", "hip", "GENEActiv", 64.1, 152.8, 514.3),
        CutPoints(
            name: "migueles-older-wrist-actigraph", age: "70 years and above", place: "non-dominant wrist",
            device: "ActiGraph", source: "Migueles 2021", measure: .enmo, light: 18, moderate: 60, vigorous: nil),
        CutPoints(
            name: "freedson-adult-hip", age: "adults", place: "hip", device: "ActiGraph",
            source: "Freedson 1998; sedentary Matthews 2008", measure: .counts, light: 100, moderate: 1952,
            vigorous: 5725),
        CutPoints(
            name: "troiano-adult-hip", age: "18 years and above", place: "hip", device: "ActiGraph",
            source: "Troiano 2008; sedentary Matthews 2008", measure: .counts, light: 100, moderate: 2020,
            vigorous: 5999),
        CutPoints(
            name: "evenson-child-hip", age: "5 to 8 years", place: "hip", device: "ActiGraph",
            source: "Evenson 2008, of 15 s times four", measure: .counts, light: 101, moderate: 2296, vigorous: 4012),
    ]

    /// The set of that name; nil for none.
    public static func named(_ name: String) -> CutPoints? { all.first { $0.name == name } }

    private static func hildebrand(
        _ name: String, _ age: String, _ place: String, _ device: String, _ light: Double, _ moderate: Double,
        _ vigorous: Double
    ) -> CutPoints {
        CutPoints(
            name: "hildebrand-\(name)", age: age, place: place == "wrist" ? "non-dominant wrist" : place,
            device: device, source: "Hildebrand 2014 and 2017", measure: .enmo, light: light, moderate: moderate,
            vigorous: vigorous)
    }

    /// How much somebody moves.
    public enum Intensity: Int, Hashable, Sendable, CaseIterable {
        /// Hardly at all.
        case sedentary
        /// Less than walking.
        case light
        /// Walking and the like.
        case moderate
        /// Running and the like.
        case vigorous
    }

    /// The intensity of a value.
    public func intensity(_ value: Double) -> Intensity {
        if let vigorous, value >= vigorous { return .vigorous }
        return value >= moderate ? .moderate : value >= light ? .light : .sedentary
    }
}
