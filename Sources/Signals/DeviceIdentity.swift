/// The stable name under which a device is known to this gateway, for example `axivity-39434` or `strap-a1b2c3`.
public struct DeviceID: RawRepresentable, Hashable, Sendable {
    /// Lower-case letters, digits and hyphens.
    public var rawValue: String

    /// A device of the given name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Who made a device and what it says of itself.
public struct DeviceIdentity: Hashable, Sendable {
    /// The maker's name, such as `Axivity`.
    public var maker: String
    /// The model, such as `AX3`.
    public var model: String
    /// The serial number or identifier that the maker gave it.
    public var serial: String
    /// The firmware version; empty when the device does not say.
    public var firmware: String

    /// An identity from its parts, shown harmless: a file or a radio wrote them.
    public init(maker: String, model: String, serial: String, firmware: String = "") {
        self.maker = maker.harmless()
        self.model = model.harmless()
        self.serial = serial.harmless()
        self.firmware = firmware.harmless()
    }

    /// The gateway's name for the device: maker and serial in lower case, other characters as hyphens.
    public var deviceID: DeviceID {
        let words = "\(maker)-\(serial)".lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return DeviceID(rawValue: String(words))
    }
}
