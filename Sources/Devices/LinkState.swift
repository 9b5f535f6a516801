/// The state of a link.
package enum LinkState: Hashable, Sendable {
    /// The link is being established.
    case connecting
    /// Data are arriving.
    case streaming
    /// The link is up, and nothing arrives.
    case silent(reason: String)
    /// There is no link.
    case gone(reason: String)

    /// The name used on the wire: `connecting`, `streaming`, `silent` or `gone`.
    package var name: String {
        switch self {
        case .connecting: "connecting"
        case .streaming: "streaming"
        case .silent: "silent"
        case .gone: "gone"
        }
    }

    /// Why nothing comes, for a person to read; nil while data come.
    package var reason: String? {
        switch self {
        case .connecting, .streaming: nil
        case .silent(let reason), .gone(let reason): reason
        }
    }
}
