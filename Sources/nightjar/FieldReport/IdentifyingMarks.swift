import Bluetooth
import RegexBuilder
import Signals

/// What tells one device from others of its kind, and whom it belongs to: names, numbers and addresses, which are cut out of
/// the sentences and the bytes of a report.
struct IdentifyingMarks: Sendable {
    /// What is put in the place of a mark in a sentence.
    private static let other = "the device"
    /// Fewer bytes than that are no mark: they occur by chance.
    private static let fewest = 3

    /// The marks as text, the longest first.
    private let texts: [String]
    /// The marks as bytes, the longest first.
    private let bytes: [[UInt8]]

    /// The marks of a device.
    /// - Parameters:
    ///   - names: what it is called, by itself and by its owner, and who wears it.
    ///   - serial: its serial number.
    ///   - addresses: its addresses.
    ///   - model: what it is, which may be told.
    init(names: [String?], serial: String?, addresses: [BluetoothAddress], model: String?) {
        var texts: Set<String> = []
        for name in names.compactMap(\.self) where name != model {
            texts.insert(name)
            // Many makers put the serial number, or a part of the address, behind the name.
            let words = name.split(separator: " ")
            if words.count > 1, let last = words.last, last.count >= 4, last.contains(where: \.isNumber) {
                texts.insert(String(last))
            }
        }
        if let serial { texts.insert(serial) }
        for address in addresses {
            let pairs = address.description.split(separator: ":").map(String.init)
            for separator in [":", "", "-", "_"] {
                texts.insert(pairs.joined(separator: separator))
                texts.insert(pairs.reversed().joined(separator: separator))
            }
        }
        let marks = texts.filter { $0.utf8.count >= Self.fewest }
        self.texts = marks.sorted { ($0.count, $0) > ($1.count, $1) }
        var bytes: Set<[UInt8]> = []
        for text in marks {
            for text in [text, text.lowercased(), text.uppercased()] { bytes.insert(Array(text.utf8)) }
            if text.allSatisfy(\.isHexDigit), let raw = HexText.bytes(text) { bytes.insert(raw) }
            if let number = UInt64(text) {
                let raw = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
                bytes.insert(Array(raw.reversed().drop { $0 == 0 }.reversed()))
            }
        }
        for address in addresses {
            let raw = (0..<6).map { UInt8(truncatingIfNeeded: address.bits >> UInt64(8 * $0)) }
            bytes.insert(raw)
            // The half that the maker counts up.
            bytes.insert(Array(raw.prefix(3)))
        }
        bytes.formUnion(bytes.map { $0.reversed() })
        self.bytes = bytes.filter { $0.count >= Self.fewest }.sorted { $0.count > $1.count }
    }

    /// A text without the device's marks.
    func cut(from text: String) -> String {
        texts.reduce(text) { cut, mark in cut.replacing(Regex { mark }.ignoresCase(), with: Self.other) }
    }

    /// A sentence without the device's marks and without what looks like a mark of it or of another.
    func hide(in sentence: String) -> String {
        let cut = cut(from: sentence).replacing(#/([0-9A-Fa-f]{2}[:_-]){5}[0-9A-Fa-f]{2}/#, with: "…")
        // A UUID is one word by its dashes.
        return cut.replacing(#/[0-9A-Za-z-]+/#) { Self.isNumber($0.output) ? "…" : String($0.output) }
    }

    /// Whether a word looks like a serial number or an address without colons.
    private static func isNumber(_ word: Substring) -> Bool {
        word.count >= 6 && word.allSatisfy(\.isHexDigit) && word.contains(where: \.isNumber)
    }

    /// Bytes as hexadecimal digits, `__` for each that belongs to a mark.
    /// - Parameter most: more bytes are not shown.
    func show(_ value: [UInt8], most: Int) -> String {
        var isHidden = [Bool](repeating: false, count: value.count)
        for mark in bytes where mark.count <= value.count {
            for start in 0...(value.count - mark.count) where value[start..<start + mark.count].elementsEqual(mark) {
                for place in start..<start + mark.count { isHidden[place] = true }
            }
        }
        let shown = value.prefix(most).enumerated().map { isHidden[$0.offset] ? "__" : HexText.text([$0.element]) }
        return shown.joined() + (value.count > most ? "…" : "")
    }
}
