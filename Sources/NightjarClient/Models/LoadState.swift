#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How a view's data stand.
public enum LoadState<Value: Sendable>: Sendable {
    /// Nothing was asked for yet.
    case idle
    /// It is being asked for; last known data, if there are any, are shown meanwhile.
    case loading(lastKnown: Snapshot<Value>?)
    /// It is there.
    case loaded(Snapshot<Value>)
    /// The gateway answered, and there is nothing yet.
    case empty(asOf: Date)
    /// It went wrong, with what a person is told.
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

    /// What a person is told; nil when all is well.
    public var message: String? {
        switch self {
        case .idle, .loading, .loaded, .empty: nil
        case .error(let message, _), .offline(let message, _): message
        }
    }

    /// Whether it is being asked for now.
    public var isLoading: Bool { if case .loading = self { true } else { false } }
    /// Whether the gateway is out of reach.
    public var isOffline: Bool { if case .offline = self { true } else { false } }
    /// Whether what is shown is older than the last answer could be.
    public var isStale: Bool { shown?.isStale ?? false }
}

extension LoadState: Equatable where Value: Equatable {}
