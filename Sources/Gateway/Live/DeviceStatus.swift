public import Devices
public import Signals

/// The present state of a device.
public struct DeviceStatus: Hashable, Sendable {
    /// The device.
    public var device: DeviceDescription
    /// The state of the link.
    public var link: LinkState
    /// Since when ``link`` holds.
    public var linkSince: Instant
    /// The instant of the newest sample or beat; nil before the first.
    public var lastSample: Instant?
    /// Skin contact; nil when the device cannot tell.
    public var contact: Bool?
    /// Battery charge, 0 ... 100 %; nil when unknown.
    public var batteryPercent: Int?
    /// The battery's state in words; nil for none.
    public var batteryNote: String?
    /// How far the session has come; nil for a source without stages.
    public var stage: DeviceStage?
    /// The reason for ``stage``, in a sentence.
    public var stageReason: String?
    /// What the user can do; nil for nothing.
    public var nextStep: String?
    /// Streams of the device that its wearer does not allow to be recorded.
    public var refused: Set<Channel> = []
    /// Streams of the device that an owner does not allow on it.
    public var switchedOff: Set<Channel> = []
    /// Signal strength in dBm; nil when unknown.
    public var rssi: Int?
    /// How much was lost since midnight of the gateway's zone, in the units of `Loss.count`.
    public var lossesToday: [Loss.Cause: Int]

    /// Memberwise; what is not given has its default.
    public init(
        device: DeviceDescription, link: LinkState, linkSince: Instant, lastSample: Instant? = nil,
        contact: Bool? = nil, batteryPercent: Int? = nil, lossesToday: [Loss.Cause: Int] = [:]
    ) {
        self.device = device
        self.link = link
        self.linkSince = linkSince
        self.lastSample = lastSample
        self.contact = contact
        self.batteryPercent = batteryPercent
        self.lossesToday = lossesToday
    }
}
