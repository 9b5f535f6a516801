import Signals

extension RadioThread {
    /// Performs a request on a link.
    func request(_ request: GATTRequest, on token: UInt64) async throws -> GATTReply {
        guard let link = links[token] else { throw Failure(.failed, "The link is down.") }
        let number = RequestNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard !Task.isCancelled, links[token] != nil,
                    let id = link.session?.submit(request, mayRaiseSecurity: link.options.mayPair, at: uptime)
                else { return continuation.resume(throwing: CancellationError()) }
                number.id = id
                link.requests[id] = continuation
                act(on: link)
            }
        } onCancel: {
            Task { await self.cancel(number, on: token) }
        }
    }

    private func cancel(_ number: RequestNumber, on token: UInt64) {
        guard let link = links[token], let id = number.id else { return }
        link.session?.cancel(id, at: uptime)
        act(on: link)
    }

    /// Signal strength of a link in dBm; nil when the adapter cannot tell.
    func signalStrength(of token: UInt64) async -> Int? {
        guard let link = links[token] else { return nil }
        let answer = await ask(.readConnection(link.adapter, link.address))
        guard answer.status == .success, answer.reply.count > 7, answer.reply[7] != 127 else { return nil }
        return Int(Int8(bitPattern: answer.reply[7]))
    }

    /// Ends a link and waits until it is down; others may use it too, so not for long.
    func disconnect(_ token: UInt64) async {
        guard let address = links[token]?.address else { return }
        giveUp(token)
        // The kernel keeps a link for two seconds after its last user. Who connects before it is down gets the same link
        // again, silent as it was.
        await waitUntilDown(address, limit: .seconds(6))
    }

    /// A request's number, once it has been submitted; nil before.
    private final class RequestNumber: @unchecked Sendable {
        // `@unchecked Sendable`: touched only on the radio's thread.
        var id: GATTRequestID?
    }
}
