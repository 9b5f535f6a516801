import Signals

/// Which columns the heading of Actiware's epochs names, in whatever language.
struct ActiwareColumns {
    /// The meaning of a column.
    private enum Kind: CaseIterable {
        case activity, marker, white, red, green, blue, offWrist, forced, score, mobility, interval

        /// Beginnings or parts of the heading in English, German, French, Spanish, Italian, Portuguese and Dutch.
        var words: [String] {
            switch self {
            case .activity: ["activit", "aktivit", "activid", "attivit", "ativid", "activite"]
            case .marker: ["marker", "marque", "markier", "marcador", "marcatore", "markering", "ereignis"]
            case .white: ["white", "blanche", "weiß", "weiss", "blanca", "bianca", "branca", "wit "]
            case .red: ["red light", "rouge", "rotes", "rotlicht", "roja", "rossa", "vermelha", "rood"]
            case .green: ["green", "vert", "grün", "gruen", "verde", "groen"]
            case .blue: ["blue", "bleue", "blau", "azul", "blu"]
            case .offWrist: ["off-wrist", "off wrist", "poignet", "handgelenk", "muñeca", "polso", "pulso", "pols"]
            case .forced: ["statut sommeil", "sleep/wake status", "schlaf/wach-status", "schlaf-/wachstatus"]
            case .score: ["sleep/wake", "sommeil", "schlaf", "sueño", "sonno", "sono", "slaap", "slapen"]
            case .mobility: ["mobil", "beweglich"]
            case .interval: ["interval", "estado del int", "stato"]
            }
        }
    }

    /// The index of the column with dates.
    let date: Int
    /// The index of the column with times of day.
    let time: Int
    /// Places of the values of a row, in their order in a row.
    private(set) var fields: [Int] = []
    /// Index among ``fields`` of the column with words for states; nil when there is none.
    private(set) var interval: Int?
    /// Index among ``fields`` of the button's column; nil when there is none.
    private(set) var marker: Int?
    /// Channels with the indices among ``fields`` of their values.
    private(set) var channels: [(channel: RecordedChannel, places: [Int])] = []

    /// The columns of a heading; nil when it is not that of epochs with an activity.
    init?(_ names: [String]) {
        let names = names.map { $0.lowercased() }
        guard let date = names.firstIndex(where: { ["date", "datum", "fecha", "data"].contains($0) }),
            let time = names.firstIndex(where: {
                ["time", "heure", "zeit", "uhrzeit", "hora", "ora", "tijd"].contains($0)
            })
        else { return nil }
        (self.date, self.time) = (date, time)
        var places: [Kind: Int] = [:]
        for (place, name) in names.enumerated() where place != date && place != time {
            // The more special words come first among the kinds that share some.
            guard let kind = Kind.allCases.first(where: { kind in kind.words.contains { name.contains($0) } }) else {
                continue
            }
            if places[kind] == nil { places[kind] = place }
        }
        guard places[.activity] != nil else { return nil }
        func add(_ kinds: [(Kind, String)], _ channel: Channel, _ unit: SignalUnit) {
            let present = kinds.filter { places[$0.0] != nil }
            guard !present.isEmpty else { return }
            let first = fields.count
            fields += present.compactMap { places[$0.0] }
            let recorded = RecordedChannel(channel, axes: present.map(\.1), unit: unit)
            channels.append((recorded, Array(first..<fields.count)))
        }
        add([(.activity, "activity")], .counts, .count)
        add([(.white, "white")], .light, .lux)
        add([(.red, "red"), (.green, "green"), (.blue, "blue")], Channel(rawValue: "light_bands"), Self.microwatts)
        add([(.offWrist, "off_wrist")], Channel(rawValue: "off_wrist"), .one)
        add([(.score, "wake"), (.mobility, "mobile"), (.interval, "interval")], .vendorState, .one)
        interval = places[.interval].flatMap { fields.firstIndex(of: $0) }
        if let place = places[.marker] {
            marker = fields.count
            fields.append(place)
        }
    }

    private static let microwatts = SignalUnit(rawValue: "uW/cm2")

    /// The maker's word for an interval as a number: 0 active, 1 rest, 2 sleep within rest, 3 excluded; NaN for others.
    static func interval(_ word: String) -> Float {
        let word = word.uppercased()
        func has(_ parts: [String]) -> Bool { parts.contains { word.contains($0) } }
        if has(["EXCL", "AUSG", "ESCL", "UITG"]) { return 3 }
        if has([
            "REST-S", "S-RE", "RUHE-S", "S-RU", "SLEEP", "SOMMEIL", "SCHLAF", "REPOS-S", "RUST-S",
            "DESCANSO-S", "RIPOSO-S", "REPOUSO-S", "SLAAP", "SUEÑO", "SONNO", "SONO",
        ]) {
            return 2
        }
        if has(["REST", "REPOS", "RUHE", "DESCANSO", "RIPOSO", "REPOUSO", "RUST"]) { return 1 }
        return has(["ACTI", "AKTI", "ATTI", "ATIV"]) ? 0 : .nan
    }
}
