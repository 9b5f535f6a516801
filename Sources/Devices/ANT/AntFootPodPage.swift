package import Signals

/// The eight bytes of a foot pod's message (ANT+ Device Profile Stride Based Speed and Distance Monitor, revision 1.4,
/// sections 5.4 to 5.6, and common pages 80 to 82 of ANT+ Common Pages).
package enum AntFootPodPage: Hashable, Sendable {
    /// Page 1: how far and how fast. Time is that of the last computation, in 1/200 s, rolling over at 256 s; distance in
    /// 1/16 m, rolling over at 256 m; speed in 1/256 m/s; strides, two steps each, rolling over at 256; and how old the
    /// computation is, in 1/32 s.
    case motion(time: UInt16, distance: UInt16, speed: UInt16, strides: UInt8, latency: UInt8)
    /// Page 2, and later ones of its shape: strides a minute in 1/16, speed in 1/256 m/s, and the state.
    case cadence(UInt16, speed: UInt16, status: AntFootPodStatus)
    /// Page 3: the same, and the energy used in kcal, rolling over at 256.
    case energy(UInt8, cadence: UInt16, speed: UInt16, status: AntFootPodStatus)
    /// Common page 80: hardware, maker and model.
    case maker(hardware: UInt8, id: UInt16, model: UInt16)
    /// Common page 81: software, and the serial number, nil where there is none.
    case product(software: UInt8, serial: UInt32?)
    /// Common page 82: voltage and state of the battery.
    case battery(AntBattery)
    /// A page without use here.
    case other(page: UInt8)

    /// Decodes the payload of a message.
    /// - Throws: `DecodeError` unless there are eight bytes.
    package init(_ payload: [UInt8]) throws(DecodeError) {
        guard payload.count == 8 else {
            throw DecodeError(.invalid("a message has eight bytes, not \(payload.count)"), at: min(payload.count, 8))
        }
        let bytes = payload
        let pair = { (low: Int) in UInt16(bytes[low + 1]) << 8 | UInt16(bytes[low]) }
        let speed = UInt16(bytes[4] & 0x0F) << 8 | UInt16(bytes[5])
        let cadence = UInt16(bytes[3]) << 4 | UInt16(bytes[4] >> 4)
        let status = AntFootPodStatus(bytes[7])
        switch bytes[0] & 0x7F {
        case 1:
            self = .motion(
                time: UInt16(bytes[2]) * 200 + UInt16(min(bytes[1], 199)),
                distance: UInt16(bytes[3]) << 4 | UInt16(bytes[4] >> 4), speed: speed, strides: bytes[6],
                latency: bytes[7])
        case 3: self = .energy(bytes[6], cadence: cadence, speed: speed, status: status)
        case 2, 4...15: self = .cadence(cadence, speed: speed, status: status)
        case 80: self = .maker(hardware: bytes[3], id: pair(4), model: pair(6))
        case 81:
            let serial = UInt32(pair(6)) << 16 | UInt32(pair(4))
            self = .product(software: bytes[3], serial: serial == .max ? nil : serial)
        case 82: self = .battery(AntBattery(level: 0xFF, fraction: bytes[6], description: bytes[7]))
        case let page: self = .other(page: page)
        }
    }
}

/// The state of a foot pod, the last byte of its pages 2 and 3.
package struct AntFootPodStatus: Hashable, Sendable {
    /// Where the pod is worn.
    package enum Place: UInt8, Hashable, Sendable { case laces, midsole, other, ankle }

    /// Where the pod is worn.
    package var place: Place
    /// The state of its battery.
    package var battery: AntBattery.State
    /// Whether it says that something is wrong with it.
    package var hasFault: Bool
    /// Whether the pod is in use, as it says.
    package var isActive: Bool

    /// From its bits: place, battery, health and use, two each, the highest first.
    package init(_ byte: UInt8) {
        place = Place(rawValue: byte >> 6) ?? .other
        battery = [.new, .good, .fair, .low][Int(byte >> 4 & 3)]
        hasFault = byte >> 2 & 3 == 1
        isActive = byte & 3 == 1
    }
}
