import Documents

extension DeviceListDocument {
    /// The one device that `word` names: its id, the name of its samples, or its name where only one has it.
    func find(_ word: String) -> DeviceDocument? {
        if let device = devices.first(where: { $0.id == word || $0.device == word }) { return device }
        let named = devices.filter { $0.name.lowercased() == word.lowercased() }
        return named.count == 1 ? named[0] : nil
    }

    /// The list for a person: what is used, what is near, what is missing, and what to do next.
    func lines(all: Bool) -> [String] {
        let known = devices.filter(\.isKnown)
        let near = devices.filter { !$0.isKnown && $0.isNear && !$0.profiles.isEmpty && !$0.offersFiles }
        let offering = devices.filter { !$0.isKnown && $0.isNear && $0.offersFiles }
        let strange = devices.filter { !$0.isKnown && $0.isNear && $0.profiles.isEmpty && !$0.offersFiles }
        var lines = known.isEmpty ? [] : ["Your devices"] + known.flatMap(\.lines)
        if !near.isEmpty {
            lines += ["Nearby"] + near.flatMap(\.foundLines)
            lines.append("  Use one with `nightjar devices adopt ID`.")
        }
        if !offering.isEmpty {
            lines += ["Recordings to import"] + offering.flatMap(\.foundLines)
            lines.append("  Bring them in with `nightjar devices import ID`.")
        }
        if known.isEmpty && near.isEmpty && offering.isEmpty { lines += Self.first }
        if !strange.isEmpty {
            lines += all ? ["Unknown"] + strange.flatMap(\.foundLines) : [Self.unknown(strange.count)]
        }
        for bus in buses {
            if let obstacle = bus.obstacle {
                lines.append("\(bus.bus?.name ?? "A way to devices") is not available: \(obstacle)")
            }
        }
        return lines
    }

    private static let first = [
        "No device yet. It appears here by itself:",
        "  a strap or watch: wet the strap's electrodes, put it on, close its app on the phone, wait some seconds",
        "  a recorder: plug it in with its USB cable and give it ten seconds",
        "  nothing at hand: `nightjar serve --demo` simulates a wearer",
    ]

    private static func unknown(_ count: Int) -> String {
        "\(count) unknown device\(count == 1 ? "" : "s") near; `nightjar devices --all` lists them."
    }
}

extension DeviceBus {
    /// What people call it.
    var name: String {
        switch self {
        case .bluetooth: "Bluetooth"
        case .usb: "USB"
        case .ant: "ANT+"
        case .volume: "A mounted recorder"
        }
    }
}

extension DeviceDocument {
    /// Its charge, or what it says in words; nil when it has told neither.
    private var batteryWords: String? {
        battery.map { "\($0) %" } ?? batteryNote.flatMap { $0.hasPrefix("It has not") ? nil : $0 }
    }

    /// Whether it is used, not only seen.
    var isKnown: Bool { consent != Consent.none }

    /// How it is in a word: its stage, or its link where that says more.
    var state: String {
        if stage == "streaming" || stage == "resumed", let link, link.state != "streaming" { return link.state }
        return stage
    }

    /// One line with what matters, and where something is wrong, why and what to do.
    var lines: [String] {
        let facts = [
            batteryWords.map { "battery \($0)" }, rssi.map { "\($0) dBm" },
            wear == .unknown ? nil : word(wear.rawValue),
            wearer.map { "worn by \($0.name)" }, refusedWords, losses.count > 0 ? "\(losses.count) lost today" : nil,
        ].compactMap(\.self)
        var lines = [
            "  \(title)  \(word(state))\(facts.isEmpty ? "" : "  " + facts.joined(separator: ", "))", "    \(id)",
        ]
        if state != "streaming", let reason = reason ?? link?.reason { lines.append("    \(reason)") }
        if let nextStep { lines.append("    → \(nextStep)") }
        return lines
    }

    /// The streams that are allowed on the device and refused by whoever wears it; nil without any.
    private var refusedWords: String? {
        let refused = streams.filter { $0.isRefused }.map { word($0.channel) }
        return refused.isEmpty ? nil : "refused by the wearer: \(refused.joined(separator: ", "))"
    }

    /// What it is and how well it is heard, for one that is not used yet.
    var foundLines: [String] {
        let channels = streams.map { word($0.channel) }.joined(separator: ", ")
        let offer =
            files.isEmpty
            ? nil : "\(files.count) recording\(files.count == 1 ? "" : "s"): \(files.joined(separator: ", "))"
        let facts = [offer, channels.isEmpty ? nil : channels, rssi.map { "\($0) dBm" }, obstacle].compactMap(\.self)
        return ["  \(title)\(facts.isEmpty ? "" : "  " + facts.joined(separator: "; "))", "    \(id)"]
    }

    /// Everything that is known of it.
    var page: [String] {
        var lines = [title, "  id         \(id)", "  state      \(word(state))"]
        if let reason = reason ?? link?.reason { lines.append("  why        \(reason)") }
        if let nextStep { lines.append("  next step  \(nextStep)") }
        let maker = [maker, model, firmware.map { "firmware \($0)" }].compactMap(\.self).joined(separator: ", ")
        let fields: [(String, String?)] = [
            ("made by", maker.isEmpty ? nil : maker), ("profile", profile ?? profiles.first),
            ("kept as", device), ("worn by", wearer?.name), ("battery", batteryWords),
            ("signal", rssi.map { "\($0) dBm" }), ("wear", wear == .unknown ? nil : word(wear.rawValue)),
            ("lost today", "\(losses.count)"),
            ("preferred", preferred.isEmpty ? nil : preferred.map(\.rawValue).joined(separator: ", ")),
            ("obstacle", obstacle),
        ]
        for (name, value) in fields {
            if let value { lines.append("  \(name)\(String(repeating: " ", count: 11 - name.count))\(value)") }
        }
        for stream in streams {
            let rate = stream.rate.map { " \($0.description.replacing(".0", with: "")) Hz" } ?? ""
            let consent =
                !isKnown
                ? ""
                : stream.isRefused
                    ? ", refused by the wearer" : stream.isAllowed ? ", recorded" : ", not recorded"
            lines.append("  stream     \(word(stream.channel))\(rate), \(stream.unit)\(consent)")
        }
        return lines
    }

    /// Whether recordings lie on it that can be imported.
    var offersFiles: Bool { !files.isEmpty }

    private var title: String { isSynthetic ? "\(name) (synthetic)" : name }

    private func word(_ name: String) -> String { name.replacing("_", with: " ") }
}
