import Signals

/// The lines above the table of a Condor log: `KEY : value` between two rules of hyphens.
struct CondorHeader {
    /// Values by key, as written; a key that comes twice keeps its first value that is not empty.
    private(set) var values: [String: String] = [:]
    /// Keys that are kept at most; a file has about 30.
    private static let limit = 300

    /// Takes one line; lines of another shape are passed over.
    mutating func add(_ line: String) {
        if line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
            set(String(line[line.index(after: line.startIndex)..<equals]), String(line[line.index(after: equals)...]))
        } else if let colon = line.firstIndex(of: ":") {
            set(String(line[..<colon]), String(line[line.index(after: colon)...]))
        }
    }

    private mutating func set(_ key: String, _ value: String) {
        let key = key.trimmed
        guard !key.isEmpty, values.count < Self.limit, (values[key] ?? "").isEmpty else { return }
        values[key] = value.trimmed
    }

    /// The recorder. Its model is told by `DEVICE_MODEL`: AL for the ActLumus, AT for the ActTrust.
    var device: DeviceIdentity {
        let code = known("DEVICE_MODEL")
        let model =
            code.hasPrefix("AL") ? "ActLumus \(code)" : code.hasPrefix("AT") ? "ActTrust \(code)" : code
        return DeviceIdentity(
            maker: "Condor Instruments", model: model, serial: known("DEVICE_ID"), firmware: known("FIRMWARE_VERSION"))
    }

    /// Everything that the header says, under its own names in lower case.
    var metadata: [String: String] {
        Dictionary(values.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private func known(_ key: String) -> String {
        let value = values[key] ?? ""
        return value == "-" ? "" : value
    }
}

extension String {
    /// Without blanks, tabs and quotation marks at both ends.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\"" || $0 == "\u{FEFF}" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// Text of a file that may be UTF-8 or, in logs of older software, Latin-1.
    init(ofLog bytes: ArraySlice<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
        } else {
            self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
}
