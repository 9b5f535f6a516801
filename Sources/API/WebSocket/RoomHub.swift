import Synchronization

/// The members of each room, and the number of sockets of each person.
final class RoomHub: Sendable {
    /// Sockets that one person may have open at a time.
    static let socketsOfOne = 3
    /// People in one room at most.
    static let roomLimit = 100

    private struct State {
        var rooms: [String: [ObjectIdentifier: RoomSession]] = [:]
        var sockets: [String: Int] = [:]
    }

    private let state = Mutex(State())
    /// Held while a message goes to a room, so that all in it hear the same order. Apart from the state, which a socket that
    /// ends asks for.
    private let order = Mutex(())

    /// Lets somebody in.
    /// - Returns: False when the person has as many sockets as may be, or the room is full.
    func enter(_ session: RoomSession) -> Bool {
        state.withLock { state in
            guard state.sockets[session.user, default: 0] < Self.socketsOfOne,
                state.rooms[session.room, default: [:]].count < Self.roomLimit
            else { return false }
            state.sockets[session.user, default: 0] += 1
            state.rooms[session.room, default: [:]][ObjectIdentifier(session)] = session
            return true
        }
    }

    /// Lets somebody go who was let in.
    /// - Returns: Whether the person has no other socket in the room.
    func leave(_ session: RoomSession) -> Bool {
        state.withLock { state in
            guard state.rooms[session.room]?.removeValue(forKey: ObjectIdentifier(session)) != nil else { return false }
            let left = state.sockets[session.user, default: 1] - 1
            state.sockets[session.user] = left > 0 ? left : nil
            let others = state.rooms[session.room] ?? [:]
            if others.isEmpty { state.rooms[session.room] = nil }
            return !others.values.contains { $0.user == session.user }
        }
    }

    /// Ends the sockets of those who may not be here any more. To be called when somebody's rights change.
    func review() {
        for session in state.withLock({ $0.rooms.values.flatMap(\.values) }) { session.review() }
    }

    /// Sends a message to all in a room, but for one.
    func tell(_ room: String, _ message: [UInt8], except own: RoomSession? = nil) {
        order.withLock { _ in
            let others = state.withLock { $0.rooms[room, default: [:]].values.filter { $0 !== own } }
            for other in others { other.send(message) }
        }
    }
}
