/// One request after the other over Polar's file protocol, each with its answer; what comes damaged is asked for again. For
/// dialogues, which do the writing.
struct PolarFileTalk: Sendable {
    /// The characteristic of requests and answers.
    static let characteristic = DialogueCharacteristic(uuid: "FB005C51-02E7-F387-1CAD-8ACD2D8DF0C8", service: "FEEE")
    /// An answer that comes damaged is asked for so often.
    static let tries = 3

    private var frames = PolarFileFrames()
    private var request: PolarFileRequest?
    private var failures = 0

    /// What writes a request.
    mutating func ask(_ request: PolarFileRequest) -> [DialogueAction] {
        (self.request, failures) = (request, 0)
        return write(request)
    }

    /// An answer that is whole.
    enum Answer: Hashable, Sendable {
        case content([UInt8])
        case refused(Int)
        /// It came damaged as often as it was asked for.
        case unreadable
    }

    /// Takes in a value.
    /// - Returns: the answer once it is whole, or what asks for it again; neither while more must come.
    mutating func take(_ value: [UInt8]) -> (answer: Answer?, again: [DialogueAction]) {
        guard let request, let reply = frames.take(value) else { return (nil, []) }
        switch reply {
        case .content(let content): return finish(.content(content))
        case .refused(let code): return finish(.refused(code))
        case .damaged:
            failures += 1
            return failures < Self.tries && request.isHarmless ? (nil, write(request)) : finish(.unreadable)
        }
    }

    private mutating func finish(_ answer: Answer) -> (answer: Answer?, again: [DialogueAction]) {
        request = nil
        return (answer, [])
    }

    private mutating func write(_ request: PolarFileRequest) -> [DialogueAction] {
        frames.reset()
        return PolarFileFrames.pieces(of: request.message).map { piece in
            .write(
                DialogueWrite(
                    characteristic: Self.characteristic.uuid, service: Self.characteristic.service, bytes: piece,
                    withResponse: false))
        }
    }
}

extension PolarFileRequest {
    /// Whether asking twice changes nothing.
    fileprivate var isHarmless: Bool {
        switch self {
        case .get, .status: true
        case .remove, .stop, .record: false
        }
    }
}
