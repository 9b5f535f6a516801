import Signals

/// What the heading of a Condor table says: which field of a row holds what. Columns differ between recorders and
/// versions of the software, so they are found by name.
struct CondorColumns {
    /// A channel and the headings of its axes, with the names that the axes get.
    private struct Group {
        var channel: Channel
        var unit: SignalUnit
        var headings: [(heading: String, axis: String)]
    }

    /// A channel that the file has.
    struct Present {
        /// The channel; its rates are filled in when the epoch is known.
        var channel: RecordedChannel
        /// The indices of its values among ``fields``.
        var places: [Int]
    }

    /// Index of the stamp among the fields of a row.
    let stamp: Int
    /// Index of the milliseconds of the stamp; nil when the file has none.
    let milliseconds: Int?
    /// Indices of all other fields that are read, in the order in which a row keeps them.
    let fields: [Int]
    /// The place of the event flag among ``fields``; nil when the file has none.
    let event: Int?
    /// The channels of the file, counts first.
    let channels: [Present]
    /// The number of columns.
    let count: Int
    /// The index of the last column that is read.
    let lastField: Int

    private static let microwatts = SignalUnit(rawValue: "uW/cm2")
    private static let groups: [Group] = [
        Group(
            channel: .counts, unit: .count, headings: [("PIM", "pim"), ("TAT", "tat"), ("ZCM", "zcm")]),
        Group(channel: .temperature, unit: .celsius, headings: [("TEMPERATURE", "temperature")]),
        Group(
            channel: Channel(rawValue: "external_temperature"), unit: .celsius,
            headings: [("EXT TEMPERATURE", "external_temperature")]),
        Group(channel: .light, unit: .lux, headings: [("LIGHT", "light")]),
        Group(
            channel: Channel(rawValue: "melanopic_light"), unit: .lux,
            headings: [("MELANOPIC EDI", "melanopic_edi"), ("MELANOPIC LUX", "melanopic_lux")]),
        Group(
            channel: Channel(rawValue: "light_bands"), unit: microwatts,
            headings: ["AMB", "RED", "GREEN", "BLUE", "IR", "UVA", "UVB"].map { ("\($0) LIGHT", $0.lowercased()) }),
        Group(
            channel: Channel(rawValue: "light_spectrum"), unit: .count,
            headings: (1...8).map { ("F\($0)", "f\($0)") } + [("CLEAR", "clear")]),
        Group(
            channel: Channel(rawValue: "capacitance"), unit: .count,
            headings: [("CAP_SENS_1", "cap_sens_1"), ("CAP_SENS_2", "cap_sens_2")]),
        Group(channel: Channel(rawValue: "orientation"), unit: .one, headings: [("ORIENTATION", "orientation")]),
        Group(channel: .vendorState, unit: .one, headings: [("STATE", "state")]),
    ]

    /// The columns of a heading line; nil when it is not the heading of a Condor table with a movement count.
    init?(heading: String) {
        let names = heading.split(separator: ";", omittingEmptySubsequences: false).map {
            String($0).trimmed.uppercased()
        }
        guard let stamp = names.firstIndex(of: "DATE/TIME") else { return nil }
        self.stamp = stamp
        milliseconds = names.firstIndex(of: "MS")
        count = names.count
        var fields: [Int] = []
        var channels: [Present] = []
        for group in Self.groups {
            let present = group.headings.compactMap { heading, axis in names.firstIndex(of: heading).map { ($0, axis) }
            }
            guard !present.isEmpty else { continue }
            channels.append(
                Present(
                    channel: RecordedChannel(group.channel, axes: present.map(\.1), unit: group.unit),
                    places: Array(fields.count..<(fields.count + present.count))))
            fields += present.map(\.0)
        }
        guard channels.first?.channel.channel == .counts else { return nil }
        if let event = names.firstIndex(of: "EVENT") {
            self.event = fields.count
            fields.append(event)
        } else {
            event = nil
        }
        self.fields = fields
        lastField = max(stamp, fields.max() ?? 0)
        self.channels = channels
    }
}
