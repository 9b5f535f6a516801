package import Signals

/// What the owner of the bearer must do for a ``GATTSession``, in order.
package enum GATTAction: Hashable, Sendable {
    /// Write this protocol data unit to the bearer, whole.
    case send([UInt8])
    /// Hand on a value that the peer sent by itself; an indication is confirmed already.
    case value(handle: UInt16, [UInt8], received: Instant)
    /// Everything is discovered: requests may be made. `memory` is to be kept for the next link and given to its
    /// session; nil when this peer's database has nothing to be recognised by.
    case ready(GATTDatabase, memory: GATTMemory?)
    /// A request has ended, with its reply or a failure.
    case completed(GATTRequestID, Result<GATTReply, GATTFailure>)
    /// Raise the security of the link, by pairing where needed, then call ``GATTSession/securityRaised(at:)`` or
    /// ``GATTSession/securityRefused(_:at:)``. Nothing is to be sent until then.
    case raiseSecurity(GATTSecurityDemand)
    /// The handles have changed: forget the memory, notify the users, and set the session up again.
    case databaseChanged(reason: String)
    /// Close the bearer and never use it again. All requests are completed before.
    case close(GATTFailure)
}
