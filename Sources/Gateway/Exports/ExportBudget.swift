import Signals
import Synchronization

/// What exports may take while they are made and sent: so many of one who asks, so many bytes in memory, and of the disk only
/// what need not stay free for nights.
package final class ExportBudget: Sendable {
    /// Exports that one caller may have at a time.
    static let each = 2
    /// Bytes after which the disk is looked at again.
    static let step = 1 << 20

    private struct State {
        var held = 0
        var places: [String: Int] = [:]
    }

    private let disk: FreeSpace
    /// Bytes of an export in memory, before it is packed; of all together twice as many.
    private let most: Int
    private let state = Mutex(State())

    init(disk: FreeSpace, most: Int) { (self.disk, self.most) = (disk, most) }

    /// A place for an export, to be kept until it was sent.
    /// - Parameter owner: names the caller.
    /// - Returns: nil when they have as many as they may.
    package func place(for owner: String) -> Place? {
        state.withLock { state in
            guard state.places[owner, default: 0] < Self.each else { return nil }
            state.places[owner, default: 0] += 1
            return Place(room: self, owner: owner)
        }
    }

    /// - Throws: `Failure` with the cause `NoSpace` when so many bytes more would take of the disk what is to stay free.
    func checkDisk(for count: Int = step) throws { try disk.check(for: Double(count)) }

    private func take(_ count: Int, beside own: Int) -> Bool {
        state.withLock { state in
            guard count <= most - own, count <= 2 * most - state.held else { return false }
            state.held += count
            return true
        }
    }

    private func give(_ count: Int, placeOf owner: String? = nil) {
        state.withLock { state in
            state.held -= count
            guard let owner else { return }
            let left = state.places[owner, default: 0] - 1
            state.places[owner] = left > 0 ? left : nil
        }
    }

    /// A place for one export, free again when it is gone.
    package final class Place: Sendable {
        let room: ExportBudget
        private let owner: String
        private let held = Mutex(0)

        fileprivate init(room: ExportBudget, owner: String) { (self.room, self.owner) = (room, owner) }

        deinit { room.give(held.withLock { $0 }, placeOf: owner) }

        /// Takes memory.
        /// - Throws: `Failure` with the cause `NoSpace` when there is none left for this export.
        func take(_ count: Int) throws {
            try held.withLock { held in
                guard room.take(count, beside: held) else {
                    throw Failure(
                        .failed,
                        "The export is too long to be made without the disk, which has no room. Free some space, then "
                            + "export again.",
                        cause: NoSpace())
                }
                held += count
            }
        }

        /// Returns all memory that the place holds.
        func give() {
            held.withLock { held in
                room.give(held)
                held = 0
            }
        }
    }
}
