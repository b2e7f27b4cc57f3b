"""Records of campaigns: kept by a projection that follows the log, beside it."""
