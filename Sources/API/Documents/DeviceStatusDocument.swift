import Devices
import Documents
import Gateway
import Recordings
import Runtime
import Signals

extension DeviceStatusDocument {
    /// A device's live status as it goes over the wire.
    init(_ status: DeviceStatus) {
        let device = status.device
        self.init()
        (id, name) = (device.id.rawValue, device.name)
        (maker, model) = (device.identity.maker, device.identity.model)
        (serial, firmware) = (device.identity.serial, device.identity.firmware)
        (kind, isSynthetic, isPreview) = (device.word, device.isSynthetic, device.isPreview)
        (stage, reason, nextStep) = (status.stage?.rawValue, status.stageReason, status.nextStep)
        rssi = status.rssi
        link = DeviceLinkDocument(status)
        (battery, batteryNote) = (status.batteryPercent, status.batteryWords)
        (wear, contact) = (DeviceWear(status.contact), status.contact)
        losses = DeviceLossesDocument(status)
        channels = device.channels.map(\.channel.rawValue)
        switchedOff = status.switchedOff.map(\.rawValue).sorted()
        refused = status.refused.map(\.rawValue).sorted()
    }
}

extension DeviceLinkDocument {
    init(_ status: DeviceStatus) {
        self.init()
        (state, reason) = (status.link.name, status.link.reason)
        (since, lastSample) = (status.linkSince, status.lastSample)
    }
}

extension DeviceLossesDocument {
    init(_ status: DeviceStatus) {
        self.init()
        count = status.lossesToday.values.reduce(0, +)
        for (cause, losses) in status.lossesToday { byCause[cause.rawValue] = losses }
    }
}

extension DeviceWear {
    init(_ contact: Bool?) { self = contact.map { $0 ? .worn : .notWorn } ?? .unknown }
}

extension DeviceStatus {
    /// Why there is no charge.
    static let noCharge = "It has not told its battery's charge."

    /// Its battery in words, or why nothing is known of it; nil where the percent say all.
    var batteryWords: String? { batteryNote ?? (batteryPercent == nil ? Self.noCharge : nil) }
}

extension DeviceDescription {
    /// The word for what sort of device it is; for one without a body that comes first.
    var word: String {
        switch origin {
        case .synthetic: "synthetic"
        case .replayed: "replay"
        case .worn: kind == .heartRateStrap ? "strap" : kind.rawValue
        }
    }
}
