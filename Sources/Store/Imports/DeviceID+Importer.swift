package import Signals

/// What a person brought of a device is kept apart from what anybody else has of it: under a name of its own, whose mark
/// no driver, no file and no radio can write, as device names have letters, digits and hyphens alone.
extension DeviceID {
    private static let mark: Character = "~"

    /// The name under which what a person brought of this device is kept; the device itself for nil.
    package func brought(by person: Person.ID?) -> DeviceID {
        person.map { DeviceID(rawValue: "\(original.rawValue)\(Self.mark)\($0.rawValue)") } ?? original
    }

    /// Who brought what is kept under this name; nil for the device itself.
    package var importer: Person.ID? {
        // Asked with each event that is told, and letters cost more than bytes.
        guard rawValue.utf8.contains(UInt8(ascii: "~")), let place = rawValue.lastIndex(of: Self.mark) else {
            return nil
        }
        return Int64(rawValue[rawValue.index(after: place)...]).map(Person.ID.init(rawValue:))
    }

    /// The device itself, whoever brought what is kept under this name.
    package var original: DeviceID {
        rawValue.lastIndex(of: Self.mark).map { DeviceID(rawValue: String(rawValue[..<$0])) } ?? self
    }
}
