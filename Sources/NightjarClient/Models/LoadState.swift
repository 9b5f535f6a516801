#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The state of a view's data.
public enum LoadState<Value: Sendable>: Sendable {
    /// Not requested yet.
    case idle
    /// It is being asked for; last known data, if there are any, are shown meanwhile.
    case loading(lastKnown: Snapshot<Value>?)
    /// The data are there.
    case loaded(Snapshot<Value>)
    /// The gateway answered, and there is nothing yet.
    case empty(asOf: Date)
    /// The request failed, with a message for the user.
    case error(message: String, lastKnown: Snapshot<Value>?)
    /// The gateway is out of reach, with what a person is told; last known data are shown, marked with their age.
    case offline(message: String, lastKnown: Snapshot<Value>?)

    /// What can be shown now; nil when there is nothing.
    public var shown: Snapshot<Value>? {
        switch self {
        case .idle, .empty: nil
        case .loading(let last), .error(_, let last), .offline(_, let last): last
        case .loaded(let snapshot): snapshot
        }
    }

    /// The message for the user; nil when all is well.
    public var message: String? {
        switch self {
        case .idle, .loading, .loaded, .empty: nil
        case .error(let message, _), .offline(let message, _): message
        }
    }

    /// Whether a request is under way.
    public var isLoading: Bool { if case .loading = self { true } else { false } }
    /// Whether the gateway could not be reached.
    public var isOffline: Bool { if case .offline = self { true } else { false } }
    /// Whether what is shown is older than the last answer could be.
    public var isStale: Bool { shown?.isStale ?? false }
}

extension LoadState: Equatable where Value: Equatable {}
