package import Devices
package import Signals

/// The present state of a device.
package struct DeviceStatus: Hashable, Sendable {
    /// The device.
    package var device: DeviceDescription
    /// The state of the link.
    package var link: LinkState
    /// Since when ``link`` holds.
    package var linkSince: Instant
    /// The instant of the newest sample or beat; nil before the first.
    package var lastSample: Instant?
    /// Skin contact; nil when the device cannot tell.
    package var contact: Bool?
    /// Battery charge, 0 ... 100 %; nil when unknown.
    package var batteryPercent: Int?
    /// The battery's state in words; nil for none.
    package var batteryNote: String?
    /// How far the session has come; nil for a source without stages.
    package var stage: DeviceStage?
    /// The reason for ``stage``, in a sentence.
    package var stageReason: String?
    /// What the user can do; nil for nothing.
    package var nextStep: String?
    /// Streams of the device that its wearer does not allow to be recorded.
    package var refused: Set<Channel> = []
    /// Streams of the device that an owner does not allow on it.
    package var switchedOff: Set<Channel> = []
    /// Signal strength in dBm; nil when unknown.
    package var rssi: Int?
    /// How much was lost since midnight of the gateway's zone, in the units of `Loss.count`.
    package var lossesToday: [Loss.Cause: Int]

    /// Memberwise; what is not given has its default.
    package init(
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
