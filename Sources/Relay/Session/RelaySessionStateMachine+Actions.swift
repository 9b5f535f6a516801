import Documents
import Runtime

extension RelaySessionStateMachine {
    enum Action: Hashable {
        case connect
        case disconnect
        case write(RelayPacket)
        /// The one answer to a message: calls one of its handlers and forgets both.
        case complete(id: Int, Result<[UInt8], RelayError>)
        /// Nothing more will be heard of a message that wanted no reply.
        case forget(id: Int)
        case notify(Notice)
        /// These transfers are on the hub's disk.
        case stored([String])
        /// A transfer of an earlier run still waits.
        case listed(RelayTransferRecord)
        /// Opens a file and announces it.
        case upload(id: String)
        /// The hub has so many bytes of a file and takes more.
        case progress(id: String, Int64)
        /// The hub's answer to a question.
        case answered(id: Int, JSONValue)
    }

    /// A call of the delegate.
    enum Notice: Hashable {
        case activation(RelayError?)
        case becameInactive
        case deactivated
        case reachabilityChanged
        case watchStateChanged
        case companionChanged
        /// To be given to the delegate until then, by seconds since the machine was started.
        case message(number: Int, wantsReply: Bool, isData: Bool, until: Double?, [UInt8])
        case context(sequence: Int, [UInt8])
        case userInfo(sequence: Int, expires: Double?, [UInt8])
        /// For the watch's face; it is acknowledged by its id.
        case complication(id: String, [UInt8])
        case file(sequence: Int, name: String, path: String, metadata: [UInt8])
        case ended(RelayTransferRecord, RelayError?)
    }
}
