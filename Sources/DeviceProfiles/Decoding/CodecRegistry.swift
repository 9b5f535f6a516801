/// The codecs that are compiled in, by name.
package struct CodecRegistry: Sendable {
    private var types: [String: any FrameCodec.Type] = [:]

    /// A registry without codecs.
    package init() {}

    /// Codecs of the given types; of equal names the last counts.
    package init(_ types: [any FrameCodec.Type]) {
        for type in types { register(type) }
    }

    /// The codecs' names, sorted.
    package var names: [String] { types.keys.sorted() }

    /// Adds a codec, instead of an earlier one of the same name.
    package mutating func register(_ type: any FrameCodec.Type) { types[type.name] = type }

    /// A codec that has seen nothing; nil when there is none of that name.
    package func codec(_ name: String) -> (any FrameCodec)? { types[name].map { $0.init() } }

    /// Whether there is a codec of that name.
    package func contains(_ name: String) -> Bool { types[name] != nil }
}
