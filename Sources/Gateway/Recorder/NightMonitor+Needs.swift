import Signals
import Store

extension NightMonitor {
    /// Bytes that must stay free beside the night itself.
    static let reserve = 200_000_000.0
    /// Below this, in per cent, a battery of which nothing is known is warned of.
    static let batteryUnknown = 20.0
    /// A battery is to hold the night and a fifth more.
    static let margin = 1.2

    /// Per cent of the battery that `hours` take, with a margin; nil when nothing is known of its use.
    static func batteryNeed(_ device: Device, hours: Double) -> Double? {
        device.batteryPerHour.map { $0 * hours * margin }
    }

    /// The warning about a battery before `hours` of recording; nil when it will last.
    static func battery(_ device: Device, hours: Double) -> NightReadiness.Warning? {
        guard let percent = device.batteryPercent else { return nil }
        if percent <= batteryEmpty {
            return NightReadiness.Warning(
                kind: .batteryEmpty, device: device.id,
                message: "The battery of \(device.name) is at \(percent) % and may go out at any time.",
                nextStep: "Charge it or change its cell.")
        }
        let need = batteryNeed(device, hours: hours) ?? batteryUnknown
        guard Double(percent) < need else { return nil }
        let use = device.batteryPerHour == nil ? "may not last" : "will not last by its use so far"
        return NightReadiness.Warning(
            kind: .batteryLow, device: device.id,
            message: "The battery of \(device.name) is at \(percent) % and \(use) for the \(Int(hours.rounded(.up))) "
                + "hours of the night.",
            nextStep: "Charge it or change its cell before the night.")
    }

    /// The warning about the disk, or the memory of a store in memory, before `hours` of recording; nil when there is enough
    /// space.
    static func disk(
        _ devices: [Device], hours: Double, freeBytes: Int64?, isInMemory: Bool = false
    ) -> NightReadiness.Warning? {
        guard let freeBytes else { return nil }
        let need = devices.reduce(0) { $0 + $1.bytesPerHour } * hours
        if isInMemory {
            guard Double(freeBytes) < need else { return nil }
            return NightReadiness.Warning(
                kind: .diskLow, device: nil,
                message: "The memory of the store has \(megabytes(Double(freeBytes))) free; the night takes about "
                    + "\(megabytes(need)).",
                nextStep: "Delete recordings, or start again with a larger --memory-limit.")
        }
        guard Double(freeBytes) < need + reserve else { return nil }
        return NightReadiness.Warning(
            kind: .diskLow, device: nil,
            message: "The disk has \(megabytes(Double(freeBytes))) free; the night takes about \(megabytes(need)), and "
                + "\(megabytes(reserve)) are to stay free.",
            nextStep: "Free some space on the disk of the store before the night.")
    }

    private static func megabytes(_ bytes: Double) -> String { "\(Int(min(bytes / 1_000_000, 1e12).rounded(.up))) MB" }
}
