package io.github.limiter.spring.web;

import io.github.limiter.spring.interceptor.HeldCall;

/** What a handler has returned for now. */
interface Held {

    /** The call that is held. */
    HeldCall held();
}
