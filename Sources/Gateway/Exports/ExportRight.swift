import Devices
public import Signals
import Store

/// Whose an export is, as it was when it was made: while it is sent that may end.
public struct ExportRight: Hashable, Sendable {
    /// When each device was worn by somebody whose data may be had.
    var stretches: [DeviceID: [Range<Instant>]]
    /// What these refuse.
    var refused: [DeviceID: Set<Channel>]

    /// Whether all that this was a right to still is one.
    /// - Parameter now: the right of this moment.
    public func isHeld(by now: ExportRight) -> Bool {
        stretches.allSatisfy { device, had in
            had.allSatisfy { stretch in
                now.stretches[device]?.contains {
                    $0.lowerBound <= stretch.lowerBound && stretch.upperBound <= $0.upperBound
                } ?? false
            }
        } && refused.allSatisfy { device, had in now.refused[device]?.isSubset(of: had) ?? true }
    }
}

extension Gateway {
    /// What may be had of some devices now.
    /// - Parameters:
    ///   - devices: under the names of the store.
    ///   - window: from when to when.
    ///   - sight: whose data may be seen.
    public func right(to devices: [DeviceID], in window: Range<Instant>, _ sight: Sight) -> ExportRight {
        var right = ExportRight(stretches: [:], refused: [:])
        for device in devices {
            right.stretches[device] = household.stretches(of: device, in: window, sight)
            let people = household.wearings(of: device).map { Optional($0.person) } + [nil]
            right.refused[device] = Set(
                people.filter(sight.sees).flatMap { household.refused(by: $0).keys })
        }
        return right
    }
}
