import Signals

/// What an Actiware export says above its epochs: labels that end with a colon, and their values.
struct ActiwareDescription {
    /// Values by label in lower case.
    private(set) var metadata: [String: String] = [:]
    /// Seconds east of UTC of the recorder's clock; nil when the export does not say.
    private(set) var zoneOffset: Int?
    private var labels: [(label: String, value: String)] = []

    private static let labelLimit = 200

    /// The recorder, from the description.
    var device: DeviceIdentity {
        func value(_ parts: [[String]]) -> String {
            labels.first { entry in parts.allSatisfy { words in words.contains { entry.label.contains($0) } } }?.value
                ?? ""
        }
        let model = value([["actiwatch"], ["type", "typ", "tipo"]])
        return DeviceIdentity(
            maker: "Philips Respironics", model: model.isEmpty ? "Actiwatch" : model,
            serial: value([["actiwatch"], ["serial", "série", "serien", "serie"]]),
            firmware: value([["firmware", "micrologiciel"]]))
    }

    /// Epochs that the export names; nil when it does not say.
    var epochs: Int? {
        let words = [
            "number of data samples", "échantillons de données", "datenproben", "datenstichproben",
            "aantal gegevenssamples",
        ]
        let days = ["per day", "par jour", "pro tag", "per dag"]
        return labels.first { entry in
            words.contains { entry.label.contains($0) } && !days.contains { entry.label.contains($0) }
        }.flatMap { Int($0.value) }.flatMap { (1...100_000_000).contains($0) ? $0 : nil }
    }

    /// Keeps a line of the description: a label that ends with a colon, and its value.
    mutating func add(_ fields: [String]) {
        guard fields.count >= 2, fields[0].hasSuffix(":"), labels.count < Self.labelLimit else { return }
        let label = String(fields[0].dropLast()).actiwareTrimmed
        let value = fields[1]
        guard !label.isEmpty, !value.isEmpty, metadata[label.lowercased()] == nil else { return }
        metadata[label.lowercased()] = value
        labels.append((label.lowercased(), value))
        let isSigned = value.hasPrefix("+") || value.hasPrefix("-")
        let isZone = ["zone", "zona", "fuseau", "fuso", "huso"].contains { label.lowercased().contains($0) }
        // A spreadsheet takes `+01:00` for a time of day. That which the name of a zone begins with is without summer time.
        if zoneOffset == nil, isZone || (isSigned && value.count == 6) { zoneOffset = GT3XInfo.seconds(value) }
    }
}
