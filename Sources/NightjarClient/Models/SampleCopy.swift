public import Documents

/// A copy of somebody's samples that follows those of the gateway: each page of changes in turn makes it what there is.
///
/// ```swift
/// var copy = SampleCopy()
/// try await copy.follow(client)
/// ```
public struct SampleCopy: Sendable {
    /// The samples by what they are of, the oldest first.
    public private(set) var samples: [String: [SamplePageDocument.Sample]] = [:]
    /// Up to where they are those of the gateway; nil for an empty copy. Keep it with the samples.
    public private(set) var token: SampleToken?

    /// An empty copy.
    public init() {}

    /// Puts the samples of each stretch in place of those that the copy has of it.
    public mutating func take(_ page: SampleChangesDocument) {
        for stretch in page.stretches {
            var kept = (samples[stretch.type] ?? []).filter {
                $0.start.instant < stretch.start.instant || $0.start.instant >= stretch.end.instant
            }
            let place = kept.firstIndex { $0.start.instant >= stretch.end.instant } ?? kept.endIndex
            kept.insert(contentsOf: stretch.samples, at: place)
            samples[stretch.type] = kept.isEmpty ? nil : kept
        }
        token = page.token
    }

    /// Makes the copy what the gateway has now; one that is too old begins anew.
    /// - Throws: ``APIError`` when the gateway cannot be asked; what came before stays, and the next call goes on from there.
    public mutating func follow(_ client: NightjarClient) async throws {
        while true {
            do {
                let page = try await client.send(.sampleChanges, SampleChangesRequest(since: token))
                take(page)
                guard page.hasMore else { return }
            } catch let error as APIError where error.problem?.status == 410 && token != nil {
                self = SampleCopy()
            }
        }
    }
}
