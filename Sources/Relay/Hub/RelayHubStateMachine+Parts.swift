extension RelayHubStateMachine {
    enum Action: Hashable {
        case send(Link, RelayPacket)
        /// Close the connection once everything queued is sent.
        case close(Link)
        /// Keep this on the disk; records are numbered from 1 in the order of these actions.
        case keep(RelayRecord)
        /// Keep this when the bytes of the spooled file are on the disk.
        case keepFile(RelayRecord, spool: String)
        case makeSpool(Link, id: String, spool: String, size: Int64)
        case writeSpool(spool: String, [UInt8])
        case dropSpool(String)
        /// Sends a file's delivery, or reports it gone when its receiver has moved it away already.
        case deliver(Link, RelayLaneKey, RelayPacket, spool: String)
        /// Removes what the phone has kept for a watch that is paired no more.
        case dropDirectory(String)
        case wakePhone
    }

    struct Peer {
        var hello: RelayHello
        var watch: String?
        var isPrimary: Bool
        var isForeground: Bool
        /// A phone is not, from a switch of watches until it says that it is ready.
        var isActivated = true
        var told = RelayStatus()
        /// On a phone: the watch that it counts and keeps contexts for.
        var served: String?
        /// When something came from it last, and when it was asked whether it is there, by ``uptime``.
        var heard: Double
        var pinged: Double?
        /// It did not answer: stopped, or busy with something else.
        var isSilent = false
        /// Of the watches in front the one that came there last has the highest.
        var fronted = 0
    }

    struct Delivery {
        var sender: Link
        var receiver: Link
        var id: Int
        var wantsReply: Bool
        /// When it was sent, by ``uptime``.
        var since: Double
        /// When its receiver may have taken it at the latest.
        var until: Double
        var isTaken = false
    }

    /// Complications that went first.
    struct Budget {
        /// The day of the first, counted from 1970 in UTC, and how many there were.
        var day: Int
        var used: Int
        /// When the next day begins, by ``uptime``, so that no setting of the clock makes a day; nil until the time is known.
        var renews: Double?
    }

    struct Held {
        var sender: Link
        var packet: RelayPacket
        /// When it arrived, by ``uptime``.
        var since: Double
    }

    struct Upload {
        var link: Link
        var key: RelayLaneKey
        var spool: String
        var record: RelayTransferRecord
        var offset: Int64 = 0
    }

    /// What is sent once a record is on disk.
    enum Promise {
        case stored(Link, id: String)
        case deliver(RelayLaneKey, sequence: Int)
        case finished(RelayLaneKey, sequence: Int)
        case dropSpool(String)
        case context(RelayLaneKey, sequence: Int)
        case contextStored(Link)
    }
}
