extension Endpoint where Request == HealthUploadRequest, Reply == HealthUploadDocument {
    /// Sends metrics.
    public static var uploadHealthData: Self {
        Self(
            .post, "/api/v1/health-data/upload", "Send metrics", in: "health data",
            detail:
                "Each metric is checked by itself: good ones are kept, the others are told in validation_errors. "
                + "Sending the same again keeps nothing twice.",
            status: 201, limit: 4 << 20, problems: [400, 403, 413, 422], isKeyed: true)
    }
}

extension Endpoint where Request == HealthPageRequest, Reply == HealthPageDocument {
    /// Metrics, the newest first.
    public static var healthData: Self {
        Self(.get, "/api/v1/health-data", "Metrics, newest first", in: "health data", problems: [422])
    }
}

extension Endpoint where Request == HealthUploadIDRequest, Reply == HealthUploadDocument {
    /// What became of an upload.
    public static var healthDataUpload: Self {
        Self(
            .get, "/api/v1/health-data/processing/{id}", "What became of an upload", in: "health data", problems: [404])
    }
}

extension Endpoint where Request == HealthUploadIDRequest, Reply == DeletedHealthUploadDocument {
    /// Deletes an upload with its metrics.
    public static var deleteHealthData: Self {
        Self(
            .delete, "/api/v1/health-data/{id}", "Delete an upload with its metrics", in: "health data",
            problems: [404])
    }
}

extension Endpoint where Request == Nothing, Reply == HealthDataHealthDocument {
    /// Whether health data can be kept.
    public static var healthDataHealth: Self {
        Self(.get, "/api/v1/health-data/health", "Whether health data can be kept", in: "health data")
    }
}

extension Endpoint where Request == HealthKitUploadRequest, Reply == HealthKitReceiptDocument {
    /// Sends samples in HealthKit's shape.
    public static var uploadHealthKit: Self {
        Self(
            .post, "/api/v1/healthkit/upload", "Send samples", in: "health data",
            detail:
                "They are checked and kept one after the other; the status tells how far that is. Sending the same "
                + "again keeps nothing twice.",
            status: 202, limit: 16 << 20, problems: [400, 403, 413, 422], isKeyed: true)
    }
}

extension Endpoint where Request == HealthKitStatusRequest, Reply == HealthKitStatusDocument {
    /// How far an upload is.
    public static var healthKitStatus: Self {
        Self(
            .get, "/api/v1/healthkit/status/{upload_id}", "How far an upload is", in: "health data",
            problems: [400, 403, 404])
    }
}

extension Endpoint where Request == SamplePageRequest, Reply == SamplePageDocument {
    /// Samples of one type, the oldest first.
    public static var samples: Self {
        Self(
            .get, "/api/v1/samples", "Samples of one type, oldest first", in: "samples",
            detail:
                "All that there is of a person: what programs sent as samples or as metrics, and, from the source nightjar, what "
                + "devices measured: heart rates and oxygen saturation by the minute, steps, sleep.",
            problems: [404, 422])
    }
}

extension Endpoint where Request == SampleTypesRequest, Reply == SampleTypesDocument {
    /// What there are samples of.
    public static var sampleTypes: Self {
        Self(.get, "/api/v1/samples/types", "What there are samples of", in: "samples", problems: [404])
    }
}

extension Endpoint where Request == SampleSumRequest, Reply == SampleSumDocument {
    /// What samples of one type come to.
    public static var sampleSum: Self {
        Self(
            .get, "/api/v1/samples/sum", "What samples of one type come to", in: "samples",
            detail:
                "Amounts such as steps count once: in each stretch of time those of the source that has most samples of "
                + "that day, and those of others only where it has none; a sample that crosses an end is shared out. "
                + "Of sleep, time asleep counts, by one source a night. Heart rates and the like have no sum. Parts of "
                + "any length add up to the same. A day for start or end is its midnight in the zone.",
            problems: [400, 404, 422])
    }
}
