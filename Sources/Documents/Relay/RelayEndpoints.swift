/// Bytes of JSON that hold the largest context, 262 144 bytes as a property list, also where every letter is escaped.
private let relayLimit = 2 << 20

extension Endpoint where Request == Nothing, Reply == RelayStatusDocument {
    /// How the link to the watch stands.
    public static var relayStatus: Self {
        Self(.get, "/api/v1/relay/status", "How the link to the watch stands", in: "relay", problems: [403, 503])
    }
}

extension Endpoint where Request == Nothing, Reply == RelayWatchListDocument {
    /// The watches that are paired.
    public static var relayWatches: Self {
        Self(.get, "/api/v1/relay/watches", "The watches that are paired", in: "relay", problems: [403, 503])
    }
}

extension Endpoint where Request == Nothing, Reply == RelayCodeDocument {
    /// A code that pairs one watch.
    public static var relayCode: Self {
        Self(
            .post, "/api/v1/relay/pairing-codes", "A code that pairs one watch", in: "relay",
            detail: "Valid for two minutes and five attempts.", status: 201, problems: [403, 503],
            keepsAnswer: false)
    }
}

extension Endpoint where Request == RelayClaimRequest, Reply == RelayPairedDocument {
    /// Pairs a watch by the code that is shown.
    public static var pairWatch: Self {
        Self(
            .post, "/api/v1/relay/pair", "Pair a watch by the code that is shown", in: "relay", status: 201,
            problems: [403, 422, 429, 503], keepsAnswer: false)
    }
}

extension Endpoint where Request == RelayWatchRequest, Reply == Nothing {
    /// Forgets a watch and what waits for it.
    public static var forgetWatch: Self {
        Self(
            .delete, "/api/v1/relay/watches/{watch}", "Forget a watch and what waits for it", in: "relay",
            problems: [403, 404, 503])
    }
}

extension Endpoint where Request == RelayDelivery, Reply == RelayReceiptDocument {
    /// Sends to the watch.
    public static var sendToWatch: Self {
        Self(
            .post, "/api/v1/relay/send", "Send to the watch", in: "relay",
            detail: "A message needs the watch within reach; a userinfo and a context wait for it.",
            limit: relayLimit, problems: [403, 409, 413, 422, 429, 503, 504, 507])
    }
}

extension Endpoint where Request == Nothing, Reply == RelayTransferListDocument {
    /// What waits for the watch.
    public static var relayTransfers: Self {
        Self(.get, "/api/v1/relay/transfers", "What waits for the watch", in: "relay", problems: [403, 503])
    }
}

extension Endpoint where Request == RelayTransferRequest, Reply == Nothing {
    /// Ends a transfer that waits.
    public static var cancelTransfer: Self {
        Self(
            .delete, "/api/v1/relay/transfers/{id}", "End a transfer that waits", in: "relay",
            problems: [403, 404, 409, 503])
    }
}

extension Endpoint where Request == RelayPollRequest, Reply == RelayEventsDocument {
    /// What has come for a watch.
    public static var pollForWatch: Self {
        Self(
            .post, "/api/v1/relay/watch/poll", "What has come for a watch", in: "relay",
            detail: "Answers at once when there is something, else after wait_s. What is up to `after` counts as "
                + "handled; ask again with the number of the last event that you have handled.",
            problems: [403, 422, 429, 503])
    }
}

extension Endpoint where Request == RelayWatchParcel, Reply == RelayReceiptDocument {
    /// Sends from a watch to the phone.
    public static var sendFromWatch: Self {
        Self(
            .post, "/api/v1/relay/watch/send", "Send from a watch to the phone", in: "relay", limit: relayLimit,
            problems: [403, 409, 413, 422, 429, 503, 504, 507])
    }
}

extension Endpoint where Request == RelayReplyRequest, Reply == Nothing {
    /// Replies from a watch to a message of the phone.
    public static var replyFromWatch: Self {
        Self(
            .post, "/api/v1/relay/watch/reply", "Reply to a message from the phone", in: "relay", limit: relayLimit,
            problems: [403, 404, 422, 429, 503])
    }
}
