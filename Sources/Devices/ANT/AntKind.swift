/// A kind of sensor on ANT+ that is understood, by its device profile.
package enum AntKind: String, Hashable, Sendable, CaseIterable {
    /// Heart rate monitors: device type 120.
    case heartRate = "ant.heart-rate"
    /// Foot pods: stride-based speed and distance monitors, device type 124.
    case footPod = "ant.foot-pod"

    /// The device type in its channel ID.
    package var deviceType: UInt8 {
        switch self {
        case .heartRate: 120
        case .footPod: 124
        }
    }

    /// How often it sends, in 1/32 768 s: 4.06 and 4.03 messages a second.
    package var period: UInt16 {
        switch self {
        case .heartRate: 8070
        case .footPod: 8134
        }
    }

    /// The kind with this device type; nil for one that is not understood.
    package init?(deviceType: UInt8) {
        guard let kind = Self.allCases.first(where: { $0.deviceType == deviceType }) else { return nil }
        self = kind
    }
}

/// A sensor on ANT+: its kind and its number, which may be that of another kind as well.
struct AntIdentifier: Hashable, Sendable, Comparable {
    var kind: AntKind
    /// The device number with its extension, 1 ... 0xFFFFF.
    var number: UInt32

    init?(_ sender: AntSender) {
        guard let kind = AntKind(deviceType: sender.type), sender.number > 0 else { return nil }
        (self.kind, number) = (kind, sender.number)
    }

    /// The sensor of a device id such as `ant-12345`; nil for other ids.
    init?(id: String) {
        guard id.hasPrefix("ant-") else { return nil }
        let isPod = id.hasPrefix("ant-pod-")
        guard let number = UInt32(id.dropFirst(isPod ? 8 : 4)), number > 0, number <= 0xFFFFF else { return nil }
        (kind, self.number) = (isPod ? .footPod : .heartRate, number)
    }

    /// The id under which it is found, such as `ant-12345`.
    var id: String {
        switch kind {
        case .heartRate: "ant-\(number)"
        case .footPod: "ant-pod-\(number)"
        }
    }

    static func < (a: Self, b: Self) -> Bool { (a.kind.deviceType, a.number) < (b.kind.deviceType, b.number) }
}
