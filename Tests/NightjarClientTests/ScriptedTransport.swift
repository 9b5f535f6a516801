import Foundation
import NightjarClient
import Synchronization

/// A gateway that answers as a test says, and remembers what it was asked.
final class ScriptedTransport: Transport {
    typealias Answer = @Sendable (TransportRequest) async throws -> TransportReply

    private struct State {
        var asked: [TransportRequest] = []
        var cancelled = 0
    }

    private let state = Mutex(State())
    private let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// Answers one request after the other from a list; the last answer goes on for ever.
    convenience init(_ answers: [Answer]) {
        let next = Mutex(0)
        self.init { request in
            let index = next.withLock { index in
                defer { index += 1 }
                return min(index, answers.count - 1)
            }
            return try await answers[index](request)
        }
    }

    var asked: [TransportRequest] { state.withLock(\.asked) }
    var targets: [String] { asked.map { "\($0.method) \($0.target)" } }

    func send(_ request: TransportRequest) async throws -> TransportReply {
        state.withLock { $0.asked.append(request) }
        return try await answer(request)
    }
}

extension TransportReply {
    /// An answer with a JSON body.
    static func json(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) -> TransportReply {
        TransportReply(
            status: status, headers: headers.merging(["content-type": "application/json"]) { a, _ in a },
            body: .pieces([text]))
    }

    /// An error answer.
    static func problem(_ status: Int, _ detail: String = "", _ headers: [String: String] = [:]) -> TransportReply {
        .json(
            #"{"type":"urn:x","title":"t","status":\#(status),"detail":"\#(detail)","errors":[],"trace_id":"ab"}"#,
            status: status, headers)
    }

    /// A stream of events.
    static func events(_ body: ByteStream) -> TransportReply {
        TransportReply(status: 200, headers: ["content-type": "text/event-stream"], body: body)
    }
}

extension ByteStream {
    /// These pieces and then the end, or silence until the reader leaves.
    static func pieces(_ texts: [String], isOpen: Bool = false) -> ByteStream {
        let left = Mutex(texts)
        return ByteStream(next: {
            if let text = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return Data(text.utf8) }
            if isOpen { try await Task.sleep(for: .seconds(3600)) }
            return nil
        })
    }
}
