/// What a program is told about its side of the link. All calls come one after the other on a thread of the session,
/// never on the main thread and never one inside another; a call that takes long delays the next.
///
/// A message that comes in a variant for which a delegate has no method of its own fails at its sender with 7014.
package protocol RelaySessionDelegate: AnyObject, Sendable {
    /// ``RelaySession/activate()`` has ended: the session can be used, and both contexts of an earlier run are there; or
    /// `error` says why not.
    func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?)
    /// Another watch, or another program of this side, took over. Nothing more can be sent; what is under way still
    /// arrives.
    func sessionDidBecomeInactive(_ session: RelaySession)
    /// Everything of the watch before has arrived. Call ``RelaySession/activate()`` for the one that is worn now.
    func sessionDidDeactivate(_ session: RelaySession)
    /// The other side came within reach or left; read ``RelaySession/isReachable``.
    func sessionReachabilityDidChange(_ session: RelaySession)
    /// On a phone: another of ``RelaySession/isPaired``, ``RelaySession/isWatchAppInstalled``,
    /// ``RelaySession/isComplicationEnabled`` and ``RelaySession/watchDirectoryURL``.
    func sessionWatchStateDidChange(_ session: RelaySession)
    /// On a watch: read ``RelaySession/isCompanionAppInstalled``.
    func sessionCompanionAppInstalledDidChange(_ session: RelaySession)
    /// A message that wants no reply.
    func session(_ session: RelaySession, didReceiveMessage message: RelayPayload)
    /// A message that wants a reply. Call `replyHandler` once, now or later, from any thread; further calls do nothing.
    func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void)
    /// Bytes that want no reply.
    func session(_ session: RelaySession, didReceiveMessageData messageData: [UInt8])
    /// Bytes that want bytes in reply.
    func session(
        _ session: RelaySession, didReceiveMessageData messageData: [UInt8],
        replyHandler: @escaping @Sendable ([UInt8]) -> Void)
    /// The other side has set another context.
    func session(_ session: RelaySession, didReceiveApplicationContext applicationContext: RelayPayload)
    /// A user info, once.
    func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload)
    /// A user info with its number in the journal, for a program that keeps the number together with what it did, so
    /// that not even its own death between the two makes it do anything twice: see ``RelaySession/ReceivedMark``.
    func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload, mark: RelaySession.ReceivedMark)
    /// A user info of this side was delivered, or `error` says why it never will be; perhaps one of an earlier run.
    func session(
        _ session: RelaySession, didFinish userInfoTransfer: RelayUserInfoTransfer, error: RelayError?)
    /// A file. Move it before this returns: what is left at its path then is removed.
    func session(_ session: RelaySession, didReceive file: RelayFile)
    /// A file of this side was delivered, or `error` says why it never will be; perhaps one of an earlier run.
    func session(_ session: RelaySession, didFinish fileTransfer: RelayFileTransfer, error: RelayError?)
}

extension RelaySessionDelegate {
    /// Does nothing.
    package func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?
    ) {}
    /// Does nothing.
    package func sessionDidBecomeInactive(_ session: RelaySession) {}
    /// Does nothing.
    package func sessionDidDeactivate(_ session: RelaySession) {}
    /// Does nothing.
    package func sessionReachabilityDidChange(_ session: RelaySession) {}
    /// Does nothing.
    package func sessionWatchStateDidChange(_ session: RelaySession) {}
    /// Does nothing.
    package func sessionCompanionAppInstalledDidChange(_ session: RelaySession) {}
    /// Fails at its sender with 7014.
    package func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) { session.refuseMessage() }
    /// Fails at its sender with 7014.
    package func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) { session.refuseMessage() }
    /// Fails at its sender with 7014.
    package func session(_ session: RelaySession, didReceiveMessageData messageData: [UInt8]) {
        session.refuseMessage()
    }
    /// Fails at its sender with 7014.
    package func session(
        _ session: RelaySession, didReceiveMessageData messageData: [UInt8],
        replyHandler: @escaping @Sendable ([UInt8]) -> Void
    ) { session.refuseMessage() }
    /// Does nothing.
    package func session(_ session: RelaySession, didReceiveApplicationContext applicationContext: RelayPayload) {}
    /// Does nothing.
    package func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) {}
    /// Ignores the mark.
    package func session(
        _ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload, mark: RelaySession.ReceivedMark
    ) { self.session(session, didReceiveUserInfo: userInfo) }
    /// Does nothing.
    package func session(
        _ session: RelaySession, didFinish userInfoTransfer: RelayUserInfoTransfer, error: RelayError?
    ) {}
    /// Does nothing: the file is removed.
    package func session(_ session: RelaySession, didReceive file: RelayFile) {}
    /// Does nothing.
    package func session(_ session: RelaySession, didFinish fileTransfer: RelayFileTransfer, error: RelayError?) {}
}
