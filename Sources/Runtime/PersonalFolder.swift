import Glibc

/// Where this account keeps what is Nightjar's, by kind (XDG Base Directory Specification 0.8).
public enum PersonalFolder: String, Sendable {
    /// Data that must be kept: the gateway's folder.
    case data = "XDG_DATA_HOME"
    /// Data of this machine alone, such as tokens.
    case state = "XDG_STATE_HOME"
    /// What people write themselves: device profiles.
    case configuration = "XDG_CONFIG_HOME"

    /// The path of the folder, which need not be there.
    /// - Parameter environment: the value of a variable of the environment; that of the process unless given.
    /// - Returns: nil when neither the kind's variable nor `HOME` is set, or both are empty.
    public func path(_ environment: (String) -> String? = Self.environment) -> String? {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        return (value(rawValue) ?? value("HOME").map { "\($0)/\(usual)" }).map { "\($0)/nightjar" }
    }

    /// The value of a variable of this process's environment.
    public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private var usual: String {
        switch self {
        case .data: ".local/share"
        case .state: ".local/state"
        case .configuration: ".config"
        }
    }
}
