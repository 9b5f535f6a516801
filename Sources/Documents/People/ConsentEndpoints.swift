extension Endpoint where Request == Nothing, Reply == ConsentsDocument {
    /// Which of one's own streams may be recorded.
    public static var consents: Self {
        Self(
            .get, "/api/v1/consents", "Which of your streams may be recorded", in: "people",
            detail:
                "Those of the devices that you wear and those that you refused at any time. A device records what "
                + "its owner allows on it and who wears it allows of themselves.")
    }
}

extension Endpoint where Request == ConsentRequest, Reply == ConsentsDocument {
    /// Allows or refuses one of one's own streams.
    public static var setConsent: Self {
        Self(
            .put, "/api/v1/consents/{stream}", "Allow or refuse one of your streams", in: "people",
            detail:
                "From this moment on: it is kept, shown, exported and sent no more, nor are streams from which it could "
                + "be counted, with heart_rate its intervals, ECG and PPG, nor what was made of them: the event "
                + "withdrawn takes back what was told. What was recorded stays yours.",
            problems: [422])
    }
}
