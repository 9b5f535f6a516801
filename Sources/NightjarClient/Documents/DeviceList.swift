/// One way to reach devices.
public struct Bus: Sendable, Hashable, Codable {
    /// `bluetooth`, `usb`, `ant` or `volume`.
    public var bus: String
    /// Why it does not work and what to do; nil when it does.
    public var obstacle: String?
}

/// The devices that a gateway knows or sees.
public struct DeviceList: Sendable, Hashable, Codable {
    /// The devices.
    public var devices: [Device]
    /// Where they are looked for.
    public var buses: [Bus]
}
