/// An event of a stream (WHATWG HTML, section 9.2).
public struct ServerEvent: Sendable, Hashable {
    /// What the server calls it, to go on behind it; nil when it has no name.
    public var id: String?
    /// Its kind, `message` when the stream gives none.
    public var name: String
    /// The data of the event, lines joined by line feeds.
    public var data: String

    /// Memberwise; what is not given has its default.
    public init(id: String? = nil, name: String = "message", data: String) {
        self.id = id
        self.name = name
        self.data = data
    }
}
