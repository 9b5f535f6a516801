/// The secret of one device that its owner enters, such as the key that the maker of a band has given it. It shows nowhere:
/// neither in a text nor in a dump, and so in no log.
package struct DeviceKey: Hashable, Sendable {
    /// Bytes of a key.
    package static let size = 16

    /// What must not be shown.
    package let bytes: [UInt8]

    /// A key of its bytes; nil where they are not 16.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// A key as makers' programs show it: 32 hexadecimal digits, perhaps behind `0x`, with blanks, colons or dashes between
    /// them; nil for anything else.
    package init?(text: String) {
        var digits = text.utf8.filter { !" :-\t".utf8.contains($0) }[...]
        if digits.count == 2 * Self.size + 2, digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
            digits = digits.dropFirst(2)
        }
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue.map(UInt8.init) }
        guard digits.count == 2 * Self.size, values.count == digits.count else { return nil }
        bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension DeviceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the key itself.
    package var description: String { "<key>" }
    /// For people and logs.
    package var debugDescription: String { description }
    /// What a dump shows.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
