/// What the link carries at most.
package enum RelayLimits {
    /// Bytes of a message, a reply or message data.
    package static let message = 65_536
    /// Bytes of a user info, and of a file's metadata.
    package static let userInfo = 65_536
    /// Bytes of an application context.
    package static let context = 262_144
    /// Transfers that may wait for one watch in one direction.
    package static let waitingTransfers = 50_000
    /// Bytes of user infos that may wait for one watch in one direction.
    package static let waitingBytes = 16 << 20
    /// Bytes of files that may wait for one watch in one direction.
    package static let waitingFileBytes: Int64 = 1 << 32
    /// Messages of one program that may wait for their replies.
    package static let openMessages = 64
    /// Complications of a day that go before everything else.
    package static let complicationsPerDay = 50
    /// Watches that may be paired.
    package static let watches = 16
}
